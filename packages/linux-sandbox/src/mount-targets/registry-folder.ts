import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
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
  found ??= join(privateBase(), `sallyport-mount-targets-${hostUser()}`);
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

/**
 * The same user as seen from outside this user namespace. Whoever is root only in here (`unshare -r`, a rootless
 * container) must not be taken for root, and meets the sandboxes that the user has outside.
 */
function hostUser(): number {
  const user = effectiveUser();
  return outsideNumber(user, readUidMap()) ?? user;
}

/** By user_namespaces(7), "User and group ID mappings": lines of first number inside, first number outside, count. */
export function outsideNumber(inside: number, map: string): number | undefined {
  for (const line of map.trim().split('\n')) {
    const [first = NaN, outside = NaN, count = NaN] = line.trim().split(/\s+/).map(Number);
    if (inside >= first && inside < first + count) return outside + inside - first;
  }
  return undefined;
}

function readUidMap(): string {
  try {
    return readFileSync('/proc/self/uid_map', 'latin1');
  } catch {
    return '';
  }
}

function privateBase(): string {
  const runtime = `/run/user/${hostUser()}`;
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
