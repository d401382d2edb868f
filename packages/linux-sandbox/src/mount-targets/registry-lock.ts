import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_LOCK_PAUSE_MS, REGISTRY_LOCK_TIMEOUT_MS } from '../limits.js';
import { isErrno } from '../path-lookup.js';
import { SandboxUnavailableError } from '../sandbox-unavailable-error.js';
import { formatIdentity, isAlive, ownIdentity, parseIdentity } from './process-identity.js';

/**
 * Runs `body` while no other process works on the registry.
 *
 * The lock is a symbolic link whose target names its holder: symlink(2) creates it only where nothing is, like
 * O_EXCL, and with its content in the same step, so there is no lock of an unknown holder. A dead holder's lock is
 * broken. Synchronous, since preparing a launch is; the holders need well below a millisecond.
 *
 * @throws {SandboxUnavailableError} `unsafe_registry` when a living process doesn't let go of it in time.
 */
export function withRegistryLock<T>(folder: string, body: () => T): T {
  const lock = join(folder, 'lock');
  acquire(folder, lock);
  try {
    return body();
  } finally {
    unlinkSync(lock);
  }
}

function acquire(folder: string, lock: string): void {
  const self = formatIdentity(ownIdentity());
  let deadline: number | undefined;
  for (;;) {
    if (createLink(self, lock)) return;
    const holder = readLink(lock);
    if (holder === undefined) continue; // released meanwhile
    const identity = parseIdentity(holder);
    if (identity === undefined || !isAlive(identity)) {
      breakLock(folder, lock, holder);
      continue;
    }
    deadline ??= performance.now() + REGISTRY_LOCK_TIMEOUT_MS;
    if (performance.now() > deadline) {
      throw new SandboxUnavailableError('unsafe_registry', `process ${identity.pid} doesn't release ${lock}`, {
        mend: `rm ${lock}`,
      });
    }
    pause();
  }
}

/**
 * Two processes may find the same dead holder. If each removed "the" lock, the second would remove the one that the
 * first has got by then. So who breaks a lock holds a second one, and looks again under it.
 */
function breakLock(folder: string, lock: string, deadHolder: string): void {
  const breaking = join(folder, 'lock.breaking');
  if (!createLink(formatIdentity(ownIdentity()), breaking)) {
    const breaker = readLink(breaking);
    const identity = breaker === undefined ? undefined : parseIdentity(breaker);
    if (breaker !== undefined && (identity === undefined || !isAlive(identity))) removeLink(breaking);
    else pause();
    return;
  }
  try {
    if (readLink(lock) === deadHolder) removeLink(lock);
  } finally {
    removeLink(breaking);
  }
}

function createLink(target: string, path: string): boolean {
  try {
    symlinkSync(target, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw new SandboxUnavailableError('unsafe_registry', `can't lock the record of mount points ${path}`, {
      cause: error,
    });
  }
}

/** `undefined` when it's gone; text that names nobody when something else is in its place. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (isErrno(error, 'EINVAL')) return 'not a link';
    throw error;
  }
}

function removeLink(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REGISTRY_LOCK_PAUSE_MS);
}
