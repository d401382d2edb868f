import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from './command-line.js';
import { type QuickCommandLine, quickParse } from './quick-parse.js';

describe('a plain command line', () => {
  test.each<[string[], QuickCommandLine]>([
    [['exec', '--', 'ls', '-la'], { name: 'exec', command: ['ls', '-la'], options: {} }],
    [['exec', 'ls', '-la'], { name: 'exec', command: ['ls', '-la'], options: {} }],
    [
      ['sandbox', '-s', 'read-only', '--', 'ls'],
      { name: 'sandbox', command: ['ls'], options: { sandbox: 'read-only' } },
    ],
    [['exec', '-c', 'make', '--json'], { name: 'exec', command: [], options: { shell: 'make', json: true } }],
    [
      ['exec', '--add-dir', '/a', '--add-dir', '/b', '--timeout', '50', '-a', 'never', '--', 'x'],
      { name: 'exec', command: ['x'], options: { addDir: ['/a', '/b'], timeout: 50, ask: 'never' } },
    ],
  ])('%j', (args, expected) => {
    expect(quickParse(args)).toEqual(expected);
  });

  test.each([
    [['doctor']],
    [[]],
    [['exec', '--help']],
    [['exec', '--cd=/x', '--', 'ls']],
    [['exec', '-tc', 'ls']],
    [['exec', '--netwrok', '--', 'ls']],
    [['exec', '--timeout', '0', '--', 'ls']],
    [['exec', '-s', 'loose', '--', 'ls']],
    [['exec', '-s', 'read-only', '-P', ':workspace', '--', 'ls']],
    [['exec', '--cd']],
    [['exec', 'ls', '--', 'x']],
    [['sandbox', '--escalate', '--', 'ls']],
    [['sandbox', '-a', 'never', '--', 'ls']],
  ])('%j is left to the whole parser', (args) => {
    expect(quickParse(args)).toBeUndefined();
  });
});

test('what it reads, the whole parser reads the same', async () => {
  const words = fc.constantFrom(
    '--',
    '-',
    'ls',
    '-la',
    '-C',
    '--cd',
    '-s',
    '--sandbox',
    'read-only',
    'workspace-write',
    '-P',
    '--permissions',
    ':workspace',
    '--add-dir',
    '--config',
    'a=1',
    '-c',
    '--shell',
    '-t',
    '--tty',
    '--timeout',
    '5',
    '0',
    '--json',
    '--report',
    '/r',
    '--network',
    '--no-network',
    '-a',
    '--ask',
    'never',
    '--escalate',
    '--justification',
    '--help',
    '--cd=x',
    '',
  );
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('exec', 'sandbox'), fc.array(words, { maxLength: 7 }), async (name, rest) => {
      const quick = quickParse([name, ...rest]);
      if (quick === undefined) return;
      compared += 1;
      const read: QuickCommandLine[] = [];
      const status = await runCommandLine([name, ...rest], {
        exec: async (command, options) => void read.push({ name: 'exec', command, options }),
        sandbox: async (command, options) => void read.push({ name: 'sandbox', command, options }),
      });
      expect([status, read]).toEqual([undefined, [quick]]);
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(200);
});
