import { isUtf8 } from 'node:buffer';
import type { OutputText } from '@sallyport/protocol';
import type { HeadTailBuffer } from './head-tail-buffer.js';

/** What stands in a text for the bytes that were dropped there. */
export function omissionMarker(bytes: number): string {
  return `\n[… ${bytes} bytes omitted …]\n`;
}

/** What was kept, as text. A character that the cut went through is dropped with what is missing, and counted. */
export function outputText(buffer: HeadTailBuffer): OutputText {
  const { head, tail, omittedBytes } = buffer.kept();
  if (omittedBytes === 0) {
    const { text, lossy } = decode(head);
    return { text, lossy, totalBytes: buffer.total, omittedBytes: 0 };
  }
  const wholeHead = head.subarray(0, head.byteLength - incompleteAtEnd(head));
  const wholeTail = tail.subarray(continuationAtStart(tail));
  const omitted = buffer.total - wholeHead.byteLength - wholeTail.byteLength;
  const before = decode(wholeHead);
  const after = decode(wholeTail);
  return {
    text: `${before.text}${omissionMarker(omitted)}${after.text}`,
    lossy: before.lossy || after.lossy,
    totalBytes: buffer.total,
    omittedBytes: omitted,
  };
}

function decode(bytes: Buffer): { text: string; lossy: boolean } {
  return { text: bytes.toString('utf8'), lossy: !isUtf8(bytes) };
}

/** How many bytes at the end begin a character whose rest is missing (RFC 3629, section 3). */
function incompleteAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length =
      byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** How many bytes at the start end a character that began before them. */
function continuationAtStart(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && count < bytes.byteLength && isContinuation(bytes[count] ?? 0)) count += 1;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
