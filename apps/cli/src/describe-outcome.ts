import { deniedOperationWords, visibleText } from '@sallyport/approval';
import type { DenialEvidence, Outcome, SandboxDenial } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';

/**
 * What a person is told of an outcome on stderr, line by line; nothing where the command's own output says it all.
 * The command's output itself was passed on already, unchanged.
 */
export function describeOutcome(outcome: Outcome): string[] {
  switch (outcome.kind) {
    case 'completed':
      return [];
    case 'sandbox_denied':
      return describeDenial(outcome.denial, outcome.exitCode);
    case 'rejected':
      return [`not run: rejected by the ${outcome.by}: ${visibleText(outcome.reason)}`];
    case 'forbidden':
      return [`not run: forbidden: ${visibleText(outcome.reason)} (${visibleText(outcome.rule)})`];
    case 'aborted':
      return [`aborted: ${visibleText(outcome.reason)}`];
    case 'timed_out':
      return [`timed out: ${visibleText(outcome.reason)}`];
    case 'failed_to_start':
      return [`not run: ${visibleText(outcome.reason)}`];
    default:
      return assertNever(outcome, 'outcome');
  }
}

/**
 * Says who blocked what by which rule, and that this proves nothing about the target outside: a reader, human or
 * model, must not take a containment for a broken disk, service or network.
 */
function describeDenial(denial: SandboxDenial, exitCode: number): string[] {
  const verb = denial.confidence === 'certain' ? 'blocked' : 'probably blocked';
  const status = exitCode === 0 ? ', though it ended with status 0' : '';
  return [
    `the sandbox (${denial.backend}) ${verb} this command${status}:`,
    ...denial.evidence.map((evidence) => `  - ${describeEvidence(evidence)}`),
    `  This was the sandbox, not the target: ${outsideWords(denial.outside)}`,
    denial.escalation.available
      ? `  To go on: ${visibleText(denial.escalation.how)}`
      : `  It can't be put to approval here: ${visibleText(denial.escalation.why_not)}`,
  ];
}

function describeEvidence(evidence: DenialEvidence): string {
  const target = evidence.target === undefined ? '' : ` ${visibleText(evidence.target)}`;
  const rule = evidence.rule === undefined ? '' : `, by the policy entry ${visibleText(evidence.rule)}`;
  const what = `${deniedOperationWords(evidence.operation)}${target}${rule}`;
  return evidence.source === 'keyword' && evidence.text !== undefined
    ? `${what}, to judge by its output: ${visibleText(evidence.text)}`
    : what;
}

function outsideWords(outside: SandboxDenial['outside']): string {
  switch (outside) {
    case 'would_likely_succeed':
      return 'outside the sandbox this user could do it.';
    case 'would_likely_fail':
      return 'outside the sandbox it would likely fail too.';
    case 'unknown':
      return 'it says nothing about whether the target is there or works outside the sandbox.';
    default:
      return assertNever(outside, 'outside');
  }
}
