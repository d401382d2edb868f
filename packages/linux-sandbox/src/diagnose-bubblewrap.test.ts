import { expect, test } from 'vitest';
import { diagnoseBubblewrap } from './diagnose-bubblewrap.js';

const command = 'tool';

test.each([0, 1, 7, 125, 126, 127, 137, 159])(
  'a reported exit code %i is the command’s, whatever was printed',
  (exitCode) => {
    const exit = { exitCode, signal: undefined, launcherStderr: 'bwrap: execvp tool: No such file or directory\n' };
    expect(diagnoseBubblewrap(exit, { exitCode, command })).toEqual({ kind: 'command_ran', exitCode });
  },
);

test.each([
  { signal: 'SIGKILL', exitCode: 137 },
  { signal: 'SIGTERM', exitCode: 143 },
  { signal: 'SIGUNHEARDOF', exitCode: 255 },
])('killed from outside by $signal', ({ signal, exitCode }) => {
  expect(diagnoseBubblewrap({ exitCode: undefined, signal }, { exitCode: undefined, command })).toEqual({
    kind: 'command_ran',
    exitCode,
    signal,
  });
});

test.each([
  { stderr: 'bwrap: execvp tool: No such file or directory', exitCode: 127 },
  { stderr: 'bwrap: execvp a: b: No such file or directory', exitCode: 127 },
  { stderr: 'bwrap: execvp tool: Permission denied', exitCode: 126 },
  { stderr: 'bwrap: execvp tool: Argument list too long', exitCode: 126 },
  { stderr: 'bwrap: execvp tool: Text file busy', exitCode: 126 },
])('$stderr: $exitCode', ({ stderr, exitCode }) => {
  const diagnosis = diagnoseBubblewrap(
    { exitCode: 1, signal: undefined, launcherStderr: `${stderr}\n` },
    { exitCode: undefined, command },
  );
  expect(diagnosis).toMatchObject({ kind: 'exec_failed', exitCode, message: expect.stringMatching(/^tool: /) });
});

test.each([
  { reason: 'no_namespaces', stderr: 'bwrap: No permissions to create a new namespace, likely because …' },
  { reason: 'no_namespaces', stderr: 'bwrap: No permissions to creating new namespace, likely because …' },
  { reason: 'no_namespaces', stderr: 'bwrap: No permissions to create new namespace, likely because …' },
  { reason: 'no_namespaces', stderr: 'bwrap: Creating new namespace failed: nesting depth or … exceeded (ENOSPC)' },
  { reason: 'no_namespaces', stderr: 'bwrap: setting up uid map: Permission denied' },
  { reason: 'no_namespaces', stderr: 'bwrap: setting up gid map: Operation not permitted' },
  { reason: 'no_namespaces', stderr: 'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted' },
  { reason: 'no_namespaces', stderr: 'bwrap: loopback: Failed RTM_NEWLINK: Operation not permitted' },
  { reason: 'no_namespaces', stderr: 'bwrap: Failed to make / slave: Permission denied' },
  { reason: 'unknown_option', stderr: 'bwrap: Unknown option --perms' },
  { reason: 'proc_mount', stderr: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted" },
  { reason: 'proc_mount', stderr: "bwrap: Can't mount proc on /newroot/proc: Invalid argument" },
  { reason: 'other', stderr: "bwrap: Can't bind mount /dev/null on /newroot/x: Permission denied" },
  { reason: 'other', stderr: "bwrap: Can't find source path /x: No such file or directory" },
  { reason: 'other', stderr: "bwrap: Can't mkdir /ws/.git: Permission denied" },
])('$stderr: $reason', ({ reason, stderr }) => {
  const exit = { exitCode: 1, signal: undefined, launcherStderr: `${stderr}\n` };
  expect(diagnoseBubblewrap(exit, { exitCode: undefined, command })).toEqual({
    kind: 'setup_failed',
    reason,
    message: stderr,
  });
});

test('silence is a failed set-up too', () => {
  expect(diagnoseBubblewrap({ exitCode: 1, signal: undefined }, { exitCode: undefined, command })).toMatchObject({
    kind: 'setup_failed',
    reason: 'other',
  });
});
