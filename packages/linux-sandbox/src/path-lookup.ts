import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';

/** What execvp(3) searches when PATH isn't set (glibc's and musl's common part). */
export const DEFAULT_PATH = '/usr/local/bin:/bin:/usr/bin';

/** `forbidden`: there, but not for this user. `unreachable`: in a folder that this user may not search. */
export type Executability = 'executable' | 'directory' | 'not_executable' | 'forbidden' | 'unreachable' | 'missing';

/** Whether this user may execute it, what it is if not. A symbolic link counts as what it points to. */
export function executability(path: string): Executability {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'missing';
    if (stats.isDirectory()) return 'directory';
    if (!stats.isFile() || (stats.mode & 0o111) === 0) return 'not_executable';
  } catch (error) {
    return isErrno(error, 'EACCES') ? 'unreachable' : 'missing';
  }
  try {
    accessSync(path, constants.X_OK);
    return 'executable';
  } catch {
    return 'forbidden';
  }
}

/** The places where PATH has `name`, in order. An empty or relative entry counts from `cwd`, and is marked so. */
export function* pathCandidates(
  name: string,
  path: string,
  cwd: string,
): Generator<{ file: string; relativeEntry: boolean }> {
  for (const entry of path.split(':')) {
    yield isAbsolute(entry)
      ? { file: join(entry, name), relativeEntry: false }
      : { file: join(cwd, entry, name), relativeEntry: true };
  }
}

/** Whether `path` is `folder` or below it. Both absolute and normalized. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a caught value is a system error with one of these codes. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
