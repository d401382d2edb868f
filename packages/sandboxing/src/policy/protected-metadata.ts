import { isAbsolute, join, resolve } from 'node:path';
import type { PathProbe } from '../path-probe.js';

/**
 * Names at the top of a writable folder that stay read-only, there or not: who can plant a hook or a configuration
 * there runs code outside the sandbox later. Of the reference system, with our own folder added.
 */
export const PROTECTED_METADATA_NAMES = ['.git', '.agents', '.codex', '.sallyport'] as const;

/**
 * The folder that a `.git` *file* points to (worktrees and submodules have one), absolute and as spelled; `undefined`
 * where there is no such file, or it doesn't point to anything that exists.
 */
export function gitDirectoryOf(root: string, probe: PathProbe): string | undefined {
  const text = probe.readText(join(root, '.git'))?.trim();
  const target = text === undefined ? undefined : /^gitdir\s*:\s*(\S.*)$/s.exec(text)?.[1];
  if (target === undefined || target.includes('\0')) return undefined;
  const path = isAbsolute(target) ? target : resolve(root, target);
  return probe.realpath(path) === undefined ? undefined : path;
}
