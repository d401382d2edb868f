// From what a command printed and how it ended to whether the sandbox blocked it, with the evidence. Pure but for the
// questions it puts to the host.

import type { SandboxDenial } from '@sallyport/protocol';
import { EVIDENCE_COUNT } from '../limits.js';
import type { EndedCommand } from './ended-command.js';
import type { Finding } from './finding.js';
import { keywordFindings } from './keyword-evidence.js';
import { networkFindings, silentClient } from './network-evidence.js';
import { expandHome, judgePaths } from './path-evidence.js';
import { refusalLines } from './refusal-line.js';

/** What is known, or believed, of a denial. Whether and how to go on isn't for the sandbox to say. */
export type DenialFindings = Omit<SandboxDenial, 'escalation'>;

/**
 * Decides whether the sandbox blocked a command, strongest source first:
 *
 * 1. **The kernel**: SIGSYS is what the system-call filter kills with. Status 159, which is how a shell and bubblewrap
 *    pass SIGSYS on, may also be the command's own: only likely.
 * 2. **The policy**: a path or address that the output names as refused, that the policy forbids, and that this user
 *    could use outside. On standard error of a failed command it's certain; on standard output, or when the command
 *    succeeded all the same, likely. The other way round, a path that the policy allows, or that this user couldn't
 *    touch outside either, is no denial, whatever the words.
 * 3. **The command**: a failure without a word, of a client whose peer the command names, or with a redirection to a
 *    path that the policy forbids. Likely.
 * 4. **The words** on standard error, for want of better, and not for the statuses 2, 126 and 127. Likely.
 *
 * `undefined`: the sandbox isn't known to have interfered. Programs that report in another language than English are
 * only found by sources 1 and 3.
 */
export function classifyDenial(ended: EndedCommand): DenialFindings | undefined {
  const findings = findingsOf(ended);
  const [strongest] = findings;
  if (strongest === undefined) return undefined;
  return {
    boundary: 'sandbox',
    backend: ended.backend,
    confidence: strongest.isCertain ? 'certain' : 'likely',
    evidence: findings.map(({ evidence }) => evidence),
    outside: strongest.outside,
  };
}

function findingsOf(ended: EndedCommand): Finding[] {
  const fromKernel = kernelFindings(ended);
  if (fromKernel.length > 0) return fromKernel;
  // On a terminal nobody can tell errors from output: only a failure says that they are errors.
  const errors = ended.isTerminal === true ? ended.stdout : ended.stderr;
  if (ended.exitCode === 0 && (ended.isTerminal === true || errors === '')) return [];
  const onStderr = streamFindings(errors, ended);
  if (ended.exitCode === 0) return strongestFirst(onStderr.findings.map(asLikely));
  const explained = strongestFirst([
    ...onStderr.findings,
    ...streamFindings(ended.stdout, ended).findings.map(asLikely),
  ]);
  if (explained.length > 0) return explained;
  const fromWords = strongestFirst(keywordFindings(errors, ended.exitCode, onStderr.explained));
  return fromWords.length > 0 || onStderr.explained.size > 0 ? fromWords : commandFindings(ended);
}

const SIGSYS_STATUS = 128 + 31;

function kernelFindings({ kernelReport, signal, exitCode }: EndedCommand): Finding[] {
  const isCertain = kernelReport === 'sigsys' || signal === 'SIGSYS';
  if (!isCertain && (exitCode !== SIGSYS_STATUS || signal !== undefined)) return [];
  return [
    {
      evidence: { source: 'kernel', operation: 'syscall', rule: 'system-call filter' },
      isCertain,
      outside: 'unknown',
    },
  ];
}

/** What the policy explains in a stream, and the lines for which there is another explanation. */
function streamFindings(stream: string, ended: EndedCommand): { findings: Finding[]; explained: Set<string> } {
  const findings = networkFindings(stream, ended);
  const told = new Set(findings.map(({ evidence }) => evidence.text));
  const explained = new Set<string>();
  for (const line of refusalLines(stream)) {
    if (told.has(line.text)) continue;
    const verdict = judgePaths(line, ended);
    if (verdict.kind === 'sandbox') findings.push(verdict.finding);
    else if (verdict.kind === 'explained') explained.add(line.text);
  }
  return { findings, explained };
}

/** What the command itself names, where nothing was printed that says why it failed. */
function commandFindings(ended: EndedCommand): Finding[] {
  const client = silentClient(ended);
  if (client !== undefined) return [client];
  const { policy, host, command, home } = ended;
  const redirections = [
    ...command
      .join(' ')
      .matchAll(/(?<![0-9<&])>{1,2}\|?\s*(['"]?)((?:\/|~\/|\$HOME\/|\$\{HOME\}\/)[^\s'";&|<>()]*)\1/g),
  ];
  return redirections.flatMap(([, , word]) => {
    const path = expandHome(word ?? '', home);
    if (!path.startsWith('/') || /^\/(?:dev|proc)\//.test(path)) return [];
    const { access, by } = policy.decide(path);
    if (access === 'write' || !host.canWrite(path)) return [];
    return [
      {
        evidence: { source: 'policy', operation: 'write', target: path, rule: by.rule },
        isCertain: false,
        outside: 'would_likely_succeed',
      } satisfies Finding,
    ];
  });
}

function asLikely(finding: Finding): Finding {
  return { ...finding, isCertain: false };
}

/** What is certain first, one of a kind and target, and no more than anybody reads. */
function strongestFirst(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return [...findings]
    .sort(
      (a, b) =>
        Number(b.isCertain) - Number(a.isCertain) ||
        Number(b.evidence.target !== undefined) - Number(a.evidence.target !== undefined),
    )
    .filter(({ evidence: { operation, target, text } }) => {
      const key = `${operation} ${target ?? text ?? ''}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, EVIDENCE_COUNT);
}
