import { expect, test } from 'vitest';
import { diagnoseHelper } from './diagnose-helper.js';
import { StatusStream } from './status-stream.js';

test.each([
  { lines: '{"started":5}\n{"exit-code":7}\n', exit: { exitCode: 7 }, expected: { kind: 'command_ran', exitCode: 7 } },
  {
    lines: '{"started":5}\n{"exit-code":159}\n',
    exit: { exitCode: 159 },
    expected: { kind: 'command_ran', exitCode: 159 },
  },
  {
    lines: '{"started":5}\n{"signal":31}\n',
    exit: { exitCode: 159 },
    expected: { kind: 'command_ran', exitCode: 159, signal: 'SIGSYS', kernelReport: 'sigsys' },
  },
  {
    lines: '{"started":5}\n{"signal":9}\n',
    exit: { exitCode: 137 },
    expected: { kind: 'command_ran', exitCode: 137, signal: 'SIGKILL' },
  },
  {
    lines: '{"started":5}\n{"signal":40}\n',
    exit: { exitCode: 168 },
    expected: { kind: 'command_ran', exitCode: 168, signal: 'SIG40' },
  },
  {
    lines: '{"started":5}\n',
    exit: { signal: 'SIGKILL' },
    expected: { kind: 'command_ran', exitCode: 137, signal: 'SIGKILL' },
  },
  { lines: '{"exec-failed":2}\n', exit: { exitCode: 127 }, expected: { kind: 'exec_failed', exitCode: 127 } },
  { lines: '{"exec-failed":13}\n', exit: { exitCode: 126 }, expected: { kind: 'exec_failed', exitCode: 126 } },
  { lines: '{"exec-failed":7}\n', exit: { exitCode: 126 }, expected: { kind: 'exec_failed', exitCode: 126 } },
  {
    lines: '{"setup-failed":"enforce landlock","errno":1}\n',
    exit: { exitCode: 125 },
    expected: { kind: 'setup_failed', reason: 'other', message: 'sallyport-helper: enforce landlock: EPERM' },
  },
  { lines: '', exit: { exitCode: 125 }, expected: { kind: 'setup_failed', reason: 'other' } },
])('$lines and $exit', ({ lines, exit, expected }) => {
  const status = new StatusStream();
  status.push(Buffer.from(lines));
  expect(diagnoseHelper({ exitCode: undefined, signal: undefined, ...exit }, status, 'tool')).toMatchObject(expected);
});
