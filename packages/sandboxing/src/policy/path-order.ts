import { dirname } from 'node:path';

/** Whether `path` is `folder` or below it. Both absolute and normalized. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** The path itself, its parent, and so on up to the root. */
export function* upwards(path: string): Generator<string> {
  for (let at = path; ; at = dirname(at)) {
    yield at;
    if (at === dirname(at)) return;
  }
}

/** How many components a normalized absolute path has; 0 for the root. */
function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}

/** Sorts folders before what lies in them: by depth, then by name. */
export function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}
