import { closeSync, openSync, writeSync } from 'node:fs';
import { openUnnamed } from './open-unnamed.js';

/**
 * Data as a file that a process may get as a descriptor, to be read from its beginning: a pipe would have to be written
 * to while the process runs, and cost a stream. `undefined` where such files can't be made.
 *
 * @returns a descriptor that can only be read; the caller's to close
 */
export function openInputFile(data: Uint8Array): number | undefined {
  let fd: number;
  try {
    fd = openUnnamed();
  } catch {
    return undefined;
  }
  try {
    for (let at = 0; at < data.byteLength; ) at += writeSync(fd, data, at);
    // Opened anew, with an offset of its own.
    return openSync(`/proc/self/fd/${fd}`, 'r');
  } catch {
    return undefined; // the disk is full, or there is no /proc
  } finally {
    closeSync(fd);
  }
}
