import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HeadTailBuffer } from './head-tail-buffer.js';
import { omissionMarker, outputText } from './output-text.js';

function textOf(bytes: Uint8Array, limit: number) {
  const buffer = new HeadTailBuffer(limit);
  buffer.push(bytes);
  return outputText(buffer);
}

describe('text of what was kept', () => {
  test('everything, within the limit', () => {
    expect(textOf(Buffer.from('a€b'), 100)).toEqual({ text: 'a€b', lossy: false, totalBytes: 5, omittedBytes: 0 });
  });

  test('a byte order mark is part of it', () => {
    expect(textOf(Buffer.from('\ufeffa'), 100).text).toBe('\ufeffa');
  });

  test('bytes that are no UTF-8 are replaced, and that is said', () => {
    expect(textOf(Buffer.from([0x61, 0xff, 0x62]), 100)).toEqual({
      text: 'a\ufffdb',
      lossy: true,
      totalBytes: 3,
      omittedBytes: 0,
    });
  });

  test('head and tail round a marker with the number of missing bytes', () => {
    expect(textOf(Buffer.from('abcdefghij'), 4)).toEqual({
      text: `ab${omissionMarker(6)}ij`,
      lossy: false,
      totalBytes: 10,
      omittedBytes: 6,
    });
  });

  test('a character that a cut goes through is among the missing', () => {
    // 3 bytes a character, 4 kept on each side.
    expect(textOf(Buffer.from('€€€€€'), 8)).toEqual({
      text: `€${omissionMarker(9)}€`,
      lossy: false,
      totalBytes: 15,
      omittedBytes: 9,
    });
  });
});

test('a cut never makes valid text lossy, and the numbers add up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 0, max: 60 }), (text, limit) => {
      const bytes = Buffer.from(text);
      const output = textOf(bytes, limit);
      expect(output.lossy).toBe(false);
      expect(output.totalBytes).toBe(bytes.byteLength);
      const kept =
        output.omittedBytes === 0 ? output.text : output.text.replace(omissionMarker(output.omittedBytes), '');
      expect(Buffer.byteLength(kept) + output.omittedBytes).toBe(bytes.byteLength);
      const [head = '', tail = ''] = output.text.split(omissionMarker(output.omittedBytes));
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    }),
  );
});
