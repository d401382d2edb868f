import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../path-lookup.js';
import { SandboxUnavailableError } from '../sandbox-unavailable-error.js';

let found: string | undefined;

/**
 * The folder in which all of this user's sandboxes record their mount points, without symbolic links.
 *
 * The user's run-time folder where there is one, else below `/tmp`. Deliberately not taken from `XDG_RUNTIME_DIR` or
 * `TMPDIR`: two sandboxes in one workspace have to meet here, whatever each one's environment says.
 */
export function registryFolder(): string {
  found ??= join(privateBase(), `sallyport-mount-targets-${effectiveUser()}`);
  return found;
}

/**
 * Makes sure of the folder and that nobody else can have written in it.
 *
 * @throws {SandboxUnavailableError} `unsafe_registry` when it is a symbolic link, somebody else's, or open to others.
 */
export function openRegistry(folder: string): void {
  let stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) {
        throw new SandboxUnavailableError('unsafe_registry', `can't create ${folder}: ${messageOf(error)}`, {
          cause: error,
        });
      }
    }
    stats = lstatSync(folder);
  }
  const fault = stats.isSymbolicLink()
    ? 'must not be a symbolic link'
    : !stats.isDirectory()
      ? 'is not a directory'
      : stats.uid !== effectiveUser()
        ? `belongs to user ${stats.uid}`
        : (stats.mode & 0o077) !== 0
          ? `is open to other users (mode ${(stats.mode & 0o777).toString(8)})`
          : undefined;
  if (fault !== undefined) {
    throw new SandboxUnavailableError('unsafe_registry', `the record of mount points ${folder} ${fault}`, {
      mend: `rm -rf ${folder}`,
    });
  }
}

/** The user whose rights count. */
export function effectiveUser(): number {
  return process.geteuid?.() ?? 0;
}

function privateBase(): string {
  const runtime = `/run/user/${effectiveUser()}`;
  const stats = lstatSync(runtime, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true && stats.uid === effectiveUser()) return realpathSync.native(runtime);
  try {
    return realpathSync.native('/tmp');
  } catch (error) {
    throw new SandboxUnavailableError('unsafe_registry', `can't use /tmp to record mount points: ${messageOf(error)}`, {
      cause: error,
      mend: 'mkdir -m 1777 /tmp',
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
