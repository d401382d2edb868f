import {
  type BigIntStats,
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '../path-lookup.js';
import { SandboxUnavailableError } from '../sandbox-unavailable-error.js';
import { effectiveUser } from './registry-folder.js';

/** An empty directory or file that has to exist on the host so that something can be mounted over it. */
export interface StandInTarget {
  readonly path: string;
  readonly kind: 'directory' | 'file';
}

/** One that was made by us: this very inode, and no other that may be at its path later. Numbers in decimal. */
export interface StandIn extends StandInTarget {
  readonly dev: string;
  readonly ino: string;
  /** Nanoseconds: the number of an inode is used again, with another birth. 0 where the file system doesn't know it. */
  readonly born: string;
}

/**
 * - `made`: by us, just now.
 * - `existed`: somebody else's; to be masked, never to be removed.
 * - `impossible`: this user can't make it, and so the command can't either: it has the same user and no capabilities.
 */
export type Making = { kind: 'made'; standIn: StandIn } | { kind: 'existed' } | { kind: 'impossible' };

/**
 * Makes a stand-in at a path where nothing was.
 *
 * @throws {SandboxUnavailableError} `mount_point` when the protection that needs it can't be had.
 */
export function makeStandIn(target: StandInTarget): Making {
  try {
    create(target);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return requireKind(target);
    if (isErrno(error, 'EROFS')) return { kind: 'impossible' };
    if (!isErrno(error, 'EACCES', 'EPERM')) throw unavailable(target, error);
    // Without permission to write into its folder. Whoever owns that folder can give himself the permission, and the
    // command has the same user: the protection is needed all the same.
    const parent = statParent(target, error);
    if (parent.uid !== effectiveUser() || isErrno(error, 'EPERM')) return { kind: 'impossible' };
    try {
      withWritableParent(target, parent.mode, () => create(target));
    } catch (second) {
      if (isErrno(second, 'EEXIST')) return requireKind(target);
      throw unavailable(target, second);
    }
  }
  const stats = lstatSync(target.path, { bigint: true });
  return { kind: 'made', standIn: standInAt(target, stats) };
}

/** Whether what is at its path is still what we made, and still empty. */
export function isStillStandIn(standIn: StandIn): boolean {
  const stats = lstatSync(standIn.path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !isSame(stats, standIn)) return false;
  return standIn.kind === 'file' ? stats.size === 0n : isEmpty(standIn.path);
}

/** Removes it, if it is still what we made and still empty: rmdir(2) refuses any other directory by itself. */
export function removeStandIn(standIn: StandIn): void {
  const stats = lstatSync(standIn.path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !isSame(stats, standIn)) return;
  if (standIn.kind === 'file' && stats.size !== 0n) return;
  const remove = (): void => (standIn.kind === 'directory' ? rmdirSync(standIn.path) : unlinkSync(standIn.path));
  try {
    remove();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return;
    if (!isErrno(error, 'EACCES')) throw error;
    withWritableParent(standIn, statSync(dirname(standIn.path)).mode, remove);
  }
}

/** A stand-in whose maker died before it could record the inode: empty, ours, and born when he said he would make it. */
export function findUnrecorded(target: StandInTarget, intendedAtMs: number, toleranceMs: number): StandIn | undefined {
  const stats = lstatSync(target.path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || Number(stats.uid) !== effectiveUser()) return undefined;
  const bornAtMs = Number(stats.birthtimeMs);
  if (bornAtMs < intendedAtMs - 1 || bornAtMs > intendedAtMs + toleranceMs) return undefined;
  const standIn = standInAt(target, stats);
  return isStillStandIn(standIn) ? standIn : undefined;
}

function create(target: StandInTarget): void {
  if (target.kind === 'directory') mkdirSync(target.path, { mode: 0o755 });
  else closeSync(openSync(target.path, 'wx', 0o644));
}

/**
 * Something is there that wasn't when the plan was made. A directory stands for a directory. A symbolic link would be
 * followed by the mount and could be replaced in the sandbox, so it, and any other kind, is refused.
 */
function requireKind(target: StandInTarget): Making {
  const stats = lstatSync(target.path, { throwIfNoEntry: false });
  const fits = target.kind === 'directory' ? stats?.isDirectory() : stats?.isFile();
  if (fits === true) return { kind: 'existed' };
  throw new SandboxUnavailableError('mount_point', `${target.path} changed while its protection was prepared`, {
    mend: 'run the command again',
  });
}

function standInAt(target: StandInTarget, stats: BigIntStats): StandIn {
  return { ...target, dev: String(stats.dev), ino: String(stats.ino), born: String(stats.birthtimeNs) };
}

function isSame(stats: BigIntStats, standIn: StandIn): boolean {
  const { dev, ino, born } = standInAt(standIn, stats);
  if (dev !== standIn.dev || ino !== standIn.ino || born !== standIn.born) return false;
  return standIn.kind === 'directory' ? stats.isDirectory() : stats.isFile();
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch {
    return false;
  }
}

function statParent(target: StandInTarget, cause: unknown): { uid: number; mode: number } {
  try {
    return statSync(dirname(target.path));
  } catch {
    throw unavailable(target, cause);
  }
}

function withWritableParent(target: StandInTarget, mode: number, body: () => void): void {
  const parent = dirname(target.path);
  chmodSync(parent, (mode & 0o7777) | 0o300);
  try {
    body();
  } finally {
    chmodSync(parent, mode & 0o7777);
  }
}

function unavailable(target: StandInTarget, cause: unknown): SandboxUnavailableError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SandboxUnavailableError('mount_point', `${target.path} can't be protected from being created: ${why}`, {
    cause,
  });
}
