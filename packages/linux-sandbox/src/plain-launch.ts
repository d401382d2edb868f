import { diagnoseHelper, HELPER_STDERR_PREFIX, helperStarted } from './diagnose-helper.js';
import { findHelper } from './find-bubblewrap.js';
import type { LaunchRequest } from './launch-request.js';
import type { LaunchDiagnosis, LaunchExit, PreparedLaunch } from './prepared-launch.js';
import { exitCodeOfSignal } from './signal-names.js';
import { StatusStream } from './status-stream.js';

/**
 * A launch without containment: below the helper where there is one, so that nothing outlives a caller that is killed;
 * else the command itself.
 */
export function preparePlain(request: LaunchRequest, command: string, file: string): PreparedLaunch {
  const { cwd, env } = request;
  const helper = request.helper === undefined ? findHelper() : (request.helper ?? undefined);
  const [name = command, ...args] = request.command;
  if (helper === undefined) {
    return {
      backend: 'none',
      file,
      args,
      argv0: name,
      cwd,
      env,
      fds: [],
      diagnose: diagnoseCommand,
      [Symbol.dispose]() {},
    };
  }
  const status = new StatusStream();
  return {
    backend: 'none',
    file: helper,
    args: ['supervise', '--status-fd', '3', '--', name, ...args],
    cwd,
    env,
    fds: [{ kind: 'output', onData: (chunk) => status.push(chunk) }],
    launcher: { stderrPrefix: HELPER_STDERR_PREFIX, depth: 1, failed: () => !helperStarted(status) },
    diagnose: (exit) => diagnoseHelper(exit, status, command),
    [Symbol.dispose]() {},
  };
}

function diagnoseCommand({ exitCode, signal }: LaunchExit): LaunchDiagnosis {
  if (signal === undefined) return { kind: 'command_ran', exitCode: exitCode ?? 255 };
  return {
    kind: 'command_ran',
    exitCode: exitCodeOfSignal(signal),
    signal,
    ...(signal === 'SIGSYS' ? { kernelReport: 'sigsys' } : {}),
  };
}
