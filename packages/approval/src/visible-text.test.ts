import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibleCommand, visibleText } from './visible-text.js';

describe('text', () => {
  test.each([
    ['plain', 'echo hi', 'echo hi'],
    ['letters of other scripts', 'größe 日本 é', 'größe 日本 é'],
    ['an accent of its own', 'e\u0301', 'e\u0301'],
    ['a line break', 'a\nb\r', String.raw`a\nb\r`],
    ['what looks like a spelled-out line break', String.raw`a\nb`, String.raw`a\\nb`],
    ['an escape sequence', '\x1b[2Ja', String.raw`\x1b[2Ja`],
    ['an 8-bit control', '\u009b2J', String.raw`\u009b2J`],
    ['a direction override', 'a\u202eb', String.raw`a\u202eb`],
    ['a direction isolate', 'a\u2066b', String.raw`a\u2066b`],
    ['a zero-width space', 'a\u200bb', String.raw`a\u200bb`],
    ['a space that separates nothing', 'rm\u00a0x', String.raw`rm\u00a0x`],
    ['a letter that draws nothing', 'a\u3164b', String.raw`a\u3164b`],
    ['an empty Braille cell', 'a\u2800b', String.raw`a\u2800b`],
    ['a line separator', 'a\u2028b', String.raw`a\u2028b`],
    ['a tag character', 'a\u{e0041}b', String.raw`a\U000e0041b`],
    ['half a surrogate pair', 'a\ud800b', String.raw`a\ud800b`],
    ['marks stacked over other lines', 'a\u0301\u0302\u0303', String.raw`a\u0301\u0302\u0303`],
    ['a mark with no letter', '\u0301a', String.raw`\u0301a`],
  ])('%s', (_what, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test('nothing is left that a terminal could obey, and different texts look different', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they're what must be gone.
        expect(visibleText(one)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/);
        if (one !== other) expect(visibleText(one)).not.toBe(visibleText(other));
      }),
    );
  });
});

describe('a command', () => {
  test.each<[string, string[], string]>([
    ['plain words', ['ls', '-l', 'src/a.ts'], 'ls -l src/a.ts'],
    ['a word with a space', ['sh', '-c', 'echo hi > "$HOME/x"'], `sh -c 'echo hi > "$HOME/x"'`],
    ['a quote', ['echo', "it's"], String.raw`echo 'it'\''s'`],
    ['an empty word', ['echo', ''], "echo ''"],
    ['what would be an assignment', ['A=b', 'c=d'], "'A=b' c=d"],
    ['a home folder that no shell expands', ['cat', '~/x'], "cat '~/x'"],
    ['a line break', ['sh', '-c', 'a\nb'], String.raw`sh -c $'a\nb'`],
    ['a line break and a quote', ['x', "a'\n\\"], String.raw`x $'a\'\n\\'`],
    ['an escape sequence', ['x', '\x1b[1A'], String.raw`x $'\x1b[1A'`],
    ['a direction override', ['x', 'a\u202eb'], String.raw`x $'a\u202eb'`],
  ])('%s', (_what, command, shown) => {
    expect(visibleCommand(command)).toBe(shown);
  });
});
