// Reads the lines in which programs report that the kernel refused them something. What is read is a claim of the
// program's; whether the sandbox is behind it is judged elsewhere.

import { CANDIDATE_PATHS, EVIDENCE_TEXT_CHARACTERS, SEARCHED_CHARACTERS } from '../limits.js';

/** Which of the kernel's errors a line speaks of. */
type RefusalKind = 'read_only' | 'access' | 'not_permitted' | 'busy' | 'exists' | 'missing';

/** A line that names an error, and the paths it may be about. */
export interface RefusalLine {
  readonly kind: RefusalKind;
  readonly text: string;
  /** The lines before it, nearest first: tools put the file, or the call, above the error. */
  readonly before: readonly string[];
  /** As written, best first. */
  readonly paths: readonly string[];
  /** Whether the words are those of creating, changing or removing. */
  readonly isWriting: boolean;
}

/** The words of strerror(3) in the C locale, and the names that Node and npm print. */
const words: readonly { kind: RefusalKind; pattern: RegExp }[] = [
  { kind: 'read_only', pattern: /read-only file ?system|\bEROFS\b/i },
  { kind: 'access', pattern: /permission denied|\bEACCES\b|can't cd to|\baccess is denied/i },
  { kind: 'not_permitted', pattern: /operation not permitted|\bEPERM\b/i },
  { kind: 'busy', pattern: /(?:device|resource) (?:or resource )?busy|\bEBUSY\b/i },
  { kind: 'exists', pattern: /file exists|\bEEXIST\b/i },
  { kind: 'missing', pattern: /no such file or directory|\bENOENT\b|directory nonexistent/i },
];

const WRITING = /\b(?:creat|writ|mkdir|touch|remov|unlink|renam|delet|append|sav|overwrit|chang|lock|install)/i;

/** How many lines above an error are looked at for what it is about. */
const LINES_BEFORE = 6;

/** The lines of a stream's end that name an error of the kernel's. */
export function refusalLines(stream: string): RefusalLine[] {
  const lines = searchedLines(stream);
  const found: RefusalLine[] = [];
  let paths = 0;
  for (const [index, text] of lines.entries()) {
    const kind = words.find(({ pattern }) => pattern.test(text));
    if (kind === undefined) continue;
    const before = linesBefore(lines, index);
    const named = pathsOf(text, kind.pattern, before).slice(0, CANDIDATE_PATHS - paths);
    paths += named.length;
    found.push({ kind: kind.kind, text: quoted(text), before, paths: named, isWriting: WRITING.test(text) });
  }
  return found;
}

/** The lines of a stream's end. A line that is longer than any message counts as nothing: it's data. */
export function searchedLines(stream: string): string[] {
  return stream
    .slice(-SEARCHED_CHARACTERS)
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.length <= MESSAGE_CHARACTERS);
}

const MESSAGE_CHARACTERS = 4_096;

/** A line as evidence quotes it. */
export function quoted(line: string): string {
  return line.length <= EVIDENCE_TEXT_CHARACTERS ? line : `${line.slice(0, EVIDENCE_TEXT_CHARACTERS - 1)}…`;
}

function linesBefore(lines: readonly string[], index: number): string[] {
  return lines
    .slice(Math.max(0, index - LINES_BEFORE), index)
    .reverse()
    .filter((line) => line.trim() !== '');
}

function pathsOf(line: string, error: RegExp, before: readonly string[]): string[] {
  const here = [...explicitPaths(line), ...besideError(line, error)];
  if (here.length > 0) return [...new Set(here)];
  // cargo: "failed to create directory `/x`", an empty line, "Caused by:", "Read-only file system (os error 30)".
  for (const above of before.slice(0, 3)) {
    const paths = explicitPaths(above);
    if (paths.length > 0) return [...new Set(paths)];
  }
  return [];
}

/** What stands in quotes or is absolute. */
function explicitPaths(line: string): string[] {
  const inQuotes = [...line.matchAll(/(?<=^|[\s(:=[,])['"`‘“]([^'"`‘’“”]+)['"`’”](?=$|[\s,:;)\].])/g)].map(
    ([, text]) => text ?? '',
  );
  const absolute = [...line.matchAll(/(?<![\w.~:/'"`‘“-])(~?\/[^\s'"`’”:,;()<>|]*)/g)].map(([, text]) => text ?? '');
  return [...inQuotes, ...absolute].filter((text) => text !== '' && text !== '/' && !text.includes('\0'));
}

/**
 * The path that stands unquoted beside the error: `bash: line 1: my file: Read-only file system`,
 * `tar: x: Cannot open: Permission denied`, `zsh:1: read-only file system: x`.
 */
function besideError(line: string, error: RegExp): string[] {
  const parts = line.split(/:\s+|:$/).map((part) => part.trim());
  const at = parts.findIndex((part) => error.test(part));
  const after = parts[at + 1];
  if (after !== undefined && after !== '' && at + 2 === parts.length) return [after];
  for (let index = at - 1; index >= 1; index -= 1) {
    const part = parts[index] ?? '';
    if (part === '' || /^(?:line )?\d+$/.test(part)) break;
    const object = objectOf(part);
    if (object !== undefined) return [object];
  }
  return [];
}

/** What a phrase such as `cannot create x` is about; a phrase without a verb is the thing itself. */
function objectOf(phrase: string): string | undefined {
  const withVerb =
    /^.*\b(?:creat\w*|open\w*|mkdir|unlink|remov\w*|renam\w*|writ\w*|stat|cd to|chdir|touch|access|lock|file|directory|folder)\s+(\S.*)$/i.exec(
      phrase,
    );
  if (withVerb?.[1] !== undefined) return withVerb[1];
  return /^(?:cannot|can't|could ?n[o']t|unable|failed)\b/i.test(phrase) ? undefined : phrase;
}
