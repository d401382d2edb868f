import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { POINTER_FILE_BYTES } from './limits.js';

/** What is at a path, without following a symbolic link at its end. `other`: a device, socket or FIFO. */
export type PathKind = 'missing' | 'file' | 'directory' | 'symlink' | 'other';

/** What policy needs to know of the file system. Nothing here throws, and nothing here changes anything. */
export interface PathProbe {
  /** `missing` also for what can't be looked at. */
  kindOf(path: string): PathKind;
  /** The path without symbolic links; `undefined` where something on the way is missing or can't be searched. */
  realpath(path: string): string | undefined;
  /** Where a symbolic link points, as written; `undefined` where there is none. */
  readLink(path: string): string | undefined;
  /** The text of a small file; `undefined` where there is none, or it is larger than {@link POINTER_FILE_BYTES}. */
  readText(path: string): string | undefined;
}

/** The file system of this machine. */
export const nodePathProbe: PathProbe = {
  kindOf: (path) =>
    attempt((): PathKind => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return 'missing';
      if (stats.isDirectory()) return 'directory';
      if (stats.isSymbolicLink()) return 'symlink';
      return stats.isFile() ? 'file' : 'other';
    }) ?? 'missing',
  realpath: (path) => attempt(() => realpathSync.native(path)),
  readLink: (path) => attempt(() => readlinkSync(path)),
  readText: (path) =>
    attempt(() => {
      const stats = lstatSync(path);
      return stats.isFile() && stats.size <= POINTER_FILE_BYTES ? readFileSync(path, 'utf8') : undefined;
    }),
};

/** Looks at each path once: for one compilation, in which the same folders are asked about again and again. */
export function lookingOnce(probe: PathProbe): PathProbe {
  const kinds = new Map<string, PathKind>();
  return {
    ...probe,
    kindOf(path) {
      const known = kinds.get(path);
      if (known !== undefined) return known;
      const kind = probe.kindOf(path);
      kinds.set(path, kind);
      return kind;
    },
  };
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
