import { basename, dirname, join, resolve } from 'node:path';
import { SYMLINK_DEPTH } from '../limits.js';
import type { PathProbe } from '../path-probe.js';

/**
 * The path that the kernel would end at: symbolic links followed, also one whose target is missing, with what doesn't
 * exist yet appended as written.
 *
 * @param path Absolute. `..` is followed as the kernel does, as far as the path exists.
 */
export function canonicalPath(path: string, probe: PathProbe, depth = 0): string {
  const real = probe.realpath(path);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  // A dangling link: who writes to it creates its target.
  const target = depth < SYMLINK_DEPTH && probe.kindOf(path) === 'symlink' ? probe.readLink(path) : undefined;
  if (target !== undefined)
    return canonicalPath(resolve(canonicalPath(parent, probe, depth + 1), target), probe, depth + 1);
  return join(canonicalPath(parent, probe, depth), basename(path));
}
