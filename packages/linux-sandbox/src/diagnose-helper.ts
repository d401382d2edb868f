import { constants } from 'node:os';
import type { LaunchDiagnosis, LaunchExit } from './prepared-launch.js';
import { exitCodeOfSignal, signalName } from './signal-names.js';
import type { StatusStream } from './status-stream.js';

/** How the helper's messages about itself begin. */
export const HELPER_STDERR_PREFIX = 'sallyport-helper: ';

const errnoNames = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

/** Whether the helper said that the command was executed. */
export function helperStarted(status: StatusStream): boolean {
  return status.number('started') !== undefined;
}

/** What the helper's end says about the command. The helper waits for the command itself, so it knows a signal from a number. */
export function diagnoseHelper(exit: LaunchExit, status: StatusStream, command: string): LaunchDiagnosis {
  const signal = status.number('signal');
  if (signal !== undefined) {
    return {
      kind: 'command_ran',
      exitCode: 128 + signal,
      signal: signalName(signal),
      ...(signal === constants.signals.SIGSYS ? { kernelReport: 'sigsys' } : {}),
    };
  }
  const exitCode = status.number('exit-code');
  if (exitCode !== undefined) return { kind: 'command_ran', exitCode };

  const execError = status.number('exec-failed');
  if (execError !== undefined) {
    const reason = errnoNames.get(execError) ?? `error ${execError}`;
    return execError === constants.errno.ENOENT
      ? {
          kind: 'exec_failed',
          exitCode: 127,
          message: `${command}: not found, or the interpreter that its first line names isn't`,
        }
      : { kind: 'exec_failed', exitCode: 126, message: `${command}: can't be executed: ${reason}` };
  }
  const what = status.text('setup-failed');
  if (what === undefined && exit.signal !== undefined) {
    return { kind: 'command_ran', exitCode: exitCodeOfSignal(exit.signal), signal: exit.signal };
  }
  // It says what became of the command unless it was told to end it.
  if (what === undefined && helperStarted(status)) return { kind: 'command_ran', exitCode: exit.exitCode ?? 255 };
  const error = status.number('errno');
  const reason = error === undefined ? '' : `: ${errnoNames.get(error) ?? `error ${error}`}`;
  const printed = exit.launcherStderr
    ?.split('\n')
    .find((line) => line.startsWith(HELPER_STDERR_PREFIX))
    ?.trim();
  return {
    kind: 'setup_failed',
    reason: 'other',
    message:
      what === undefined
        ? (printed ??
          `${HELPER_STDERR_PREFIX}ended with status ${exit.exitCode ?? 'unknown'} before the command started`)
        : `${HELPER_STDERR_PREFIX}${what}${reason}`,
  };
}
