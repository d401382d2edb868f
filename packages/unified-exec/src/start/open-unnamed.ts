import { constants, openSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Opens a new file that no path leads to (O_TMPFILE, open(2)): no other process can reach it but through this one's /proc
 * entry, which a sandbox doesn't see.
 *
 * @throws where no temporary folder's file system has such files
 */
export function openUnnamed(): number {
  const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;
  let failure: unknown;
  for (const folder of [tmpdir(), '/dev/shm', '/tmp']) {
    try {
      return openSync(folder, constants.O_RDWR | O_TMPFILE, 0o600);
    } catch (error) {
      failure = error; // this file system has none (NFS), or isn't there
    }
  }
  throw failure;
}
