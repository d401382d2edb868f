/**
 * Text from a command or a model made safe to show: control characters, escape sequences, and the invisible and
 * direction-changing characters of Unicode appear as \u{…}, so that it can't forge lines of ours on a terminal.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) =>
    character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
