import { closeSync, openSync, readSync } from 'node:fs';
import type { CallId } from '@sallyport/protocol';

/**
 * A new random UUID (RFC 9562, version 4), from the system's generator (random(4)). `node:crypto` has one, but to load it
 * takes longer than all else before the command starts but Node itself.
 */
export function newCallId(): CallId {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-') as CallId;
}

function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  try {
    const fd = openSync('/dev/urandom', 'r');
    try {
      if (readSync(fd, bytes) === count) return bytes;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Not every system has it.
  }
  return process.getBuiltinModule('node:crypto').randomBytes(count);
}
