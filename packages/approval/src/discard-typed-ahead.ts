import { closeSync, constants, openSync, readSync } from 'node:fs';
import { MAX_DISCARDED_INPUT } from './limits.js';

/**
 * Throws away what was typed before now. The terminal must be in raw mode already: in line mode the kernel keeps an
 * unfinished line back (termios(3), canonical mode), and it would join the answer.
 *
 * Node can't call tcflush(3). But reading a second, non-blocking open of the terminal takes everything from the kernel's
 * queue at once and can't wait, and the flag touches no descriptor of ours or of a child's.
 *
 * @param fd the terminal's descriptor
 * @returns the bytes thrown away, or `undefined` where the terminal can't be opened again
 */
export function discardTypedAhead(fd: number): number | undefined {
  const terminal = openAgain(fd);
  if (terminal === undefined) return undefined;
  try {
    const buffer = new Uint8Array(4096);
    let discarded = 0;
    while (discarded < MAX_DISCARDED_INPUT) {
      const count = readPending(terminal, buffer);
      if (count === 0) break;
      discarded += count;
    }
    return discarded;
  } finally {
    closeSync(terminal);
  }
}

function openAgain(fd: number): number | undefined {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  // Opening /dev/fd/N is a new open only on Linux, elsewhere a dup(2), which keeps the flags. /dev/tty is the controlling
  // terminal, also for a user who may not open the device itself, as after su(1).
  const paths = process.platform === 'linux' ? [`/proc/self/fd/${fd}`, '/dev/tty'] : ['/dev/tty'];
  for (const path of paths) {
    try {
      return openSync(path, flags);
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** Bytes read; 0 when there's nothing (EAGAIN) or no terminal any more (EIO). */
function readPending(fd: number, buffer: Uint8Array): number {
  try {
    return readSync(fd, buffer);
  } catch {
    return 0;
  }
}
