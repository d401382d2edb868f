import { accessSync, constants, statSync } from 'node:fs';
import { assertNever } from '@sallyport/protocol/assert-never';
import { prepareBubblewrap } from './bubblewrap-launch.js';
import { InvalidCommandError, InvalidWorkingDirectoryError } from './command-errors.js';
import { prepareLandlock } from './landlock-launch.js';
import type { LaunchRequest } from './launch-request.js';
import { isErrno } from './path-lookup.js';
import { preparePlain } from './plain-launch.js';
import type { PreparedLaunch } from './prepared-launch.js';
import { resolveCommand } from './resolve-command.js';

/**
 * Turns a policy and a backend into something that can be started once. Starts nothing itself, and waits for nothing
 * but, for well below a millisecond, another sandbox that is being prepared in the same moment.
 *
 * ```ts no-run
 * using launch = prepareLaunch({ policy, backend: 'bubblewrap', command: ['make'], cwd, env });
 * ```
 *
 * @throws {CommandNotRunnableError} 127 or 126, when the command can't be executed by this user at all.
 * @throws {InvalidCommandError} no command, or a NUL byte in it or in the environment.
 * @throws {InvalidWorkingDirectoryError}
 * @throws {SandboxUnavailableError} when this backend can't be had here, or can't enforce the policy.
 */
export function prepareLaunch(request: LaunchRequest): PreparedLaunch {
  const command = validate(request);
  const file = resolveCommand(command, { path: request.env['PATH'], cwd: request.cwd });
  switch (request.backend) {
    case 'bubblewrap':
      return prepareBubblewrap(request, command);
    case 'landlock':
      return prepareLandlock(request, command);
    case 'none':
      return preparePlain(request, command, file);
    default:
      return assertNever(request.backend, 'backend');
  }
}

function validate({ command, cwd, env }: LaunchRequest): string {
  const [name] = command;
  if (name === undefined || name === '') throw new InvalidCommandError('there is no command to run');
  const word = command.findIndex((text) => text.includes('\0'));
  if (word >= 0) throw new InvalidCommandError(`word ${word + 1} of the command contains a NUL byte`);
  for (const variable in env) {
    if (variable.includes('\0') || env[variable]?.includes('\0') === true) {
      throw new InvalidCommandError(`the environment variable ${variable.replaceAll('\0', '\\0')} contains a NUL byte`);
    }
  }
  requireDirectory(cwd);
  return name;
}

function requireDirectory(cwd: string): void {
  if (!cwd.startsWith('/') || cwd.includes('\0'))
    throw new InvalidWorkingDirectoryError(`${JSON.stringify(cwd)}: not an absolute path`);
  let fault: string | undefined;
  try {
    const stats = statSync(cwd, { throwIfNoEntry: false });
    if (stats === undefined) fault = 'no such directory';
    else if (!stats.isDirectory()) fault = 'not a directory';
    else accessSync(cwd, constants.X_OK);
  } catch (error) {
    fault = isErrno(error, 'EACCES', 'EPERM') ? 'permission denied' : 'no such directory'; // ENOTDIR, ELOOP, ENAMETOOLONG
  }
  if (fault !== undefined) throw new InvalidWorkingDirectoryError(`${cwd}: ${fault}`);
}
