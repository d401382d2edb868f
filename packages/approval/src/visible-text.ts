// Text of others, made safe to look at. What a reviewer sees must be what will be run, and only our own lines may look
// like ours.

/**
 * What draws nothing, or moves what's drawn elsewhere: controls and escape sequences, direction changes (the "Trojan
 * Source" attack), zero-width and filler characters, line separators, private and unassigned code points, lone
 * surrogates, and spaces that aren't the one that separates words.
 */
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}`;

/** More marks than any script stacks on a letter: they'd be drawn over the lines above and below. */
const STACKED_MARKS = String.raw`\p{Me}|(?:^|(?<=\s))\p{M}+|\p{M}{3,}`;

const UNSAFE = new RegExp(`${HIDDEN}|${STACKED_MARKS}`, 'gu');

/**
 * The text on one line, with everything that can't be seen spelled out: `\n`, `\t`, `\x1b`, `\u202e`, `\U000e0041`.
 * Backslashes of the text itself are doubled, so that nothing it contains can pass for such a spelling.
 */
export function visibleText(text: string): string {
  return spellOut(text.replaceAll('\\', '\\\\'));
}

/** An argument vector as a POSIX shell would read it; what can't be seen is spelled out in `$'…'`, as bash and zsh read it. */
export function visibleCommand(command: readonly string[]): string {
  return command.map((word, index) => visibleWord(word, { first: index === 0 })).join(' ');
}

function visibleWord(word: string, { first }: { first: boolean }): string {
  // Unquoted, `A=b` as the first word would read as an assignment.
  if (/^[\w@%+=:,./-]+$/.test(word) && !(first && word.includes('='))) return word;
  const spelled = spellOut(word);
  if (spelled === word) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${spellOut(word.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`))}'`;
}

function spellOut(text: string): string {
  return text.replace(UNSAFE, (run) => Array.from(run, spelling).join(''));
}

function spelling(character: string): string {
  switch (character) {
    case '\n':
      return String.raw`\n`;
    case '\r':
      return String.raw`\r`;
    case '\t':
      return String.raw`\t`;
  }
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
