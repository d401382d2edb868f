import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer } from './head-tail-buffer.js';

const keptOf = (limit: number, chunks: readonly string[]) => {
  const buffer = new HeadTailBuffer(limit);
  for (const chunk of chunks) buffer.push(Buffer.from(chunk));
  const { head, tail, omittedBytes } = buffer.kept();
  return [head.toString(), tail.toString(), omittedBytes];
};

test.each([
  { limit: 6, chunks: [], kept: ['', '', 0] },
  { limit: 6, chunks: ['abc'], kept: ['abc', '', 0] },
  { limit: 6, chunks: ['abcdef'], kept: ['abcdef', '', 0] },
  { limit: 6, chunks: ['abcd', 'ef'], kept: ['abcdef', '', 0] },
  { limit: 6, chunks: ['abcdefg'], kept: ['abc', 'efg', 1] },
  { limit: 6, chunks: ['abc', 'd', 'e', 'f', 'g', 'h'], kept: ['abc', 'fgh', 2] },
  { limit: 6, chunks: ['a', 'bcdefghijklm', 'no'], kept: ['abc', 'mno', 9] },
  { limit: 5, chunks: ['abcdefg'], kept: ['abc', 'fg', 2] },
  { limit: 1, chunks: ['abc'], kept: ['a', '', 2] },
  { limit: 0, chunks: ['abc'], kept: ['', '', 3] },
])('$chunks within $limit', ({ limit, chunks, kept }) => {
  expect(keptOf(limit, chunks)).toEqual(kept);
});

test('however the bytes come, the first and the last are kept, and the rest is counted', () => {
  const chunk = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (chunks, limit) => {
      const buffer = new HeadTailBuffer(limit);
      for (const piece of chunks) buffer.push(piece);
      const all = Buffer.concat(chunks);
      const { head, tail, omittedBytes } = buffer.kept();
      expect(buffer.total).toBe(all.byteLength);
      expect(head.byteLength + tail.byteLength + omittedBytes).toBe(all.byteLength);
      expect(head.byteLength + tail.byteLength).toBe(Math.min(all.byteLength, limit));
      expect(head.equals(all.subarray(0, head.byteLength))).toBe(true);
      expect(tail.equals(all.subarray(all.byteLength - tail.byteLength))).toBe(true);
    }),
  );
});
