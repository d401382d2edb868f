import type { LaunchDiagnosis, LaunchExit, SetupFailure } from './prepared-launch.js';
import { exitCodeOfSignal } from './signal-names.js';

/** How bubblewrap's messages about itself begin. */
export const BUBBLEWRAP_STDERR_PREFIX = 'bwrap: ';

/** bubblewrap's own words; it isn't translated. */
const setupFailures: readonly { reason: SetupFailure; pattern: RegExp }[] = [
  { reason: 'unknown_option', pattern: /^bwrap: Unknown option /m },
  { reason: 'proc_mount', pattern: /^bwrap: Can't mount proc on \/newroot\/proc/m },
  // A user name space may be created but holds no capability (Ubuntu's AppArmor rule), or may not be created at all.
  {
    reason: 'no_namespaces',
    pattern: /^bwrap: (?:No permissions to creat\w+ (?:a )?new namespace|Creating new namespace failed)/m,
  },
  { reason: 'no_namespaces', pattern: /^bwrap: setting up [ug]id map: (?:Permission denied|Operation not permitted)/m },
  { reason: 'no_namespaces', pattern: /^bwrap: loopback: Failed (?:RTM_NEWADDR|RTM_NEWLINK|to create NETLINK_ROUTE)/m },
  { reason: 'no_namespaces', pattern: /^bwrap: (?:Failed to make \/ slave|Unexpected capabilities but not setuid)/m },
  { reason: 'no_namespaces', pattern: /^bwrap: cannot open \/proc\/sys\/user\/max_user_namespaces/m },
];

/**
 * What bubblewrap's end says about the command.
 *
 * bubblewrap reports an exit code on its status descriptor if, and only if, the command was executed (its
 * `report_child_exit_status`); the command can't write there. So nothing that a command prints or returns can pass
 * for a failed set-up. 128+N may be the command's own number as well as signal N, so no signal is claimed.
 */
export function diagnoseBubblewrap(
  exit: LaunchExit,
  reported: { exitCode: number | undefined; command: string },
): LaunchDiagnosis {
  if (reported.exitCode !== undefined) return { kind: 'command_ran', exitCode: reported.exitCode };
  // Somebody killed bubblewrap and, with it, the command.
  if (exit.signal !== undefined)
    return { kind: 'command_ran', exitCode: exitCodeOfSignal(exit.signal), signal: exit.signal };

  const stderr = exit.launcherStderr ?? '';
  const execution = /^bwrap: execvp .*: (.+)$/m.exec(stderr);
  if (execution !== null) {
    return execution[1] === 'No such file or directory'
      ? {
          kind: 'exec_failed',
          exitCode: 127,
          message: `${reported.command}: not found inside the sandbox: the policy hides it, or the interpreter that its first line names`,
        }
      : {
          kind: 'exec_failed',
          exitCode: 126,
          message: `${reported.command}: can't be executed inside the sandbox: ${execution[1]}`,
        };
  }
  const message = stderr
    .split('\n')
    .find((line) => line.startsWith(BUBBLEWRAP_STDERR_PREFIX))
    ?.trim();
  return {
    kind: 'setup_failed',
    reason: setupFailures.find(({ pattern }) => pattern.test(stderr))?.reason ?? 'other',
    message: message ?? `bwrap: ended with status ${exit.exitCode ?? 'unknown'} before the command started`,
  };
}
