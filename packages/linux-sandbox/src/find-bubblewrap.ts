import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { nativeFolder } from './native-folder.js';
import { executability, isUnder, pathCandidates } from './path-lookup.js';

/** A `bwrap` to launch. */
export interface BubblewrapBinary {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** `system`: found on PATH. `bundled`: shipped beside this package. */
  readonly origin: 'system' | 'bundled';
}

/** Where to look, and where not to trust what is found. */
export interface FindBubblewrapOptions {
  /** The PATH of whoever starts the sandbox, not of the command in it. */
  path: string | undefined;
  /** The working directory of the command, absolute. */
  cwd: string;
  /** More folders whose content the command, or an earlier one, may have written. Absolute. */
  excludeUnder?: readonly string[];
}

/**
 * The first `bwrap` on PATH that lies outside the working directory and every `excludeUnder` folder (a repository
 * could bring its own, which would contain nothing), else the bundled one, else `undefined`.
 *
 * Relative entries of PATH are passed over, and a link from elsewhere into an excluded folder doesn't help. The root
 * of the file system excludes nothing: everything is under it. Starts no process; the file isn't tried out.
 */
export function findBubblewrap(options: FindBubblewrapOptions): BubblewrapBinary | undefined {
  const excluded = [options.cwd, ...(options.excludeUnder ?? [])].map(canonical).filter((folder) => folder !== '/');
  for (const { file, relativeEntry } of pathCandidates('bwrap', options.path ?? '', options.cwd)) {
    if (relativeEntry || executability(file) !== 'executable') continue;
    const path = canonical(file);
    if (!excluded.some((folder) => isUnder(path, folder))) return { path, origin: 'system' };
  }
  const bundled = bundledExecutable('bwrap');
  return bundled === undefined ? undefined : { path: bundled, origin: 'bundled' };
}

/** `sallyport-helper`, absolute and without symbolic links, when it has been built. Starts no process. */
export function findHelper(): string | undefined {
  return bundledExecutable('sallyport-helper');
}

function bundledExecutable(name: string): string | undefined {
  const file = join(nativeFolder(), name);
  return executability(file) === 'executable' ? canonical(file) : undefined;
}

function canonical(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // it has vanished: what is started by this name will fail by itself
  }
}
