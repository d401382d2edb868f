// The last resort: the wording alone. What it finds is only likely.

import { ALWAYS_CLOSED } from '../seccomp/closed-system-calls.js';
import type { Finding } from './finding.js';
import { quoted, searchedLines } from './refusal-line.js';

/** Of the reference system. */
const KEYWORDS =
  /operation not permitted|permission denied|read-only file system|seccomp|sandbox|landlock|failed to write file/i;

/** A server's refusal, not the kernel's: `Permission denied (publickey).` */
const OF_A_PEER = /permission denied \((?:publickey|password|gssapi|keyboard)|\bHTTP\/|\b40[13]\b/i;

/** Shells' own statuses (usage error, not executable, not found): common, and rarely the sandbox's doing. */
const ORDINARY_FAILURES: ReadonlySet<number> = new Set([2, 126, 127]);

/**
 * What the words of a command's standard error suggest.
 *
 * @param explained lines that something else accounts for
 */
export function keywordFindings(stderr: string, exitCode: number, explained: ReadonlySet<string>): Finding[] {
  if (exitCode === 0 || ORDINARY_FAILURES.has(exitCode)) return [];
  return searchedLines(stderr).flatMap((line) => {
    if (explained.has(quoted(line)) || OF_A_PEER.test(line) || !KEYWORDS.test(withoutPaths(line))) return [];
    const call = closedCallIn(line);
    return [
      {
        evidence:
          call === undefined
            ? { source: 'keyword', operation: 'unknown', text: quoted(line) }
            : { source: 'policy', operation: 'syscall', target: call, rule: 'system-call filter', text: quoted(line) },
        isCertain: false,
        outside: 'unknown',
      } satisfies Finding,
    ];
  });
}

/** A folder named sandbox says nothing. */
function withoutPaths(line: string): string {
  return line.replace(/\S*\/\S*/g, ' ');
}

/** Programs that are little more than one call, and whose message begins with their name. */
const CALLS_BY_PROGRAM: Readonly<Record<string, string>> = {
  unshare: 'unshare',
  nsenter: 'setns',
  umount: 'umount2',
  perf: 'perf_event_open',
};

function closedCallIn(line: string): string | undefined {
  if (!/operation not permitted|\bEPERM\b/i.test(line)) return undefined;
  const word = ALWAYS_CLOSED.find((name) => new RegExp(String.raw`\b${name}\b`, 'i').test(line));
  return word ?? CALLS_BY_PROGRAM[/^(?:\S*\/)?(\w+):/.exec(line)?.[1] ?? ''];
}
