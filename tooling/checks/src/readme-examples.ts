// The ```ts blocks of a README: what a reader copies must compile and run.

export interface ReadmeExample {
  /** Of the block's first line of code, from 1. */
  line: number;
  code: string;
}

const OPENING = /^```(\S*)\s*(.*)$/;

/** Every `ts` block that isn't tagged `no-run`. */
export function readmeExamples(markdown: string): ReadmeExample[] {
  const examples: ReadmeExample[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const opening = OPENING.exec(lines[at] ?? '');
    if (opening === null) continue;
    const start = at + 1;
    const end = lines.findIndex((line, index) => index >= start && line.trimEnd() === '```');
    if (end === -1) throw new Error(`line ${start}: a code block without an end`);
    const [, language, tags] = opening;
    if (language === 'ts' && !(tags ?? '').split(/\s+/).includes('no-run')) {
      examples.push({ line: start + 1, code: `${lines.slice(start, end).join('\n')}\n` });
    }
    at = end;
  }
  return examples;
}
