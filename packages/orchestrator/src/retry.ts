// May a denied attempt be tried again outside, and what is said of it? Pure.

import { denialReview, deniedOperationWords } from '@sallyport/approval';
import type {
  AskForApproval,
  DenialEvidence,
  EscalationPath,
  ReviewDecision,
  Reviewer,
  SandboxDenial,
} from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { MAX_EVIDENCE_TEXT } from './limits.js';

/** Ask a reviewer, with this reason; or hand the denial back, with this said about going on. */
export type AfterDenial = { kind: 'ask'; retryReason: string } | { kind: 'return'; escalation: EscalationPath };

/**
 * What follows a denial. In this order: an attempt outside has nothing to gain; the tool must be able to run outside;
 * somebody may be asked; nothing may run outside while the policy denies reads; a command that succeeded all the same
 * isn't run again of our own accord. No earlier approval counts here: it was for the attempt that has ended.
 */
export function afterDenial(input: {
  ask: AskForApproval;
  escalateOnFailure: boolean;
  hasDeniedReads: boolean;
  /** Whether the denied attempt was contained at all. */
  sandboxRequested: boolean;
  denial: Omit<SandboxDenial, 'escalation'>;
  /** The command's own status. */
  exitCode: number;
  howToAskLater: string;
}): AfterDenial {
  if (!input.sandboxRequested) return unavailable('it ran outside the sandbox already');
  if (!input.escalateOnFailure) return unavailable("this tool can't run outside the sandbox");
  const review = denialReview(input.ask);
  if (!review.ask) return unavailable(review.why_not);
  if (input.hasDeniedReads) {
    return unavailable(
      'the policy denies reading some paths, and only the sandbox enforces that: nothing runs outside it',
    );
  }
  // It did what it was to do, as far as it says: to run it twice is for whoever knows what it does.
  if (input.exitCode === 0) return { kind: 'return', escalation: { available: true, how: input.howToAskLater } };
  return { kind: 'ask', retryReason: retryReason(input.denial) };
}

/** What is said of a denial whose review ended without a yes. `undefined` for an abort, which ends the call. */
export function escalationAfterReview(
  answer: { by: Reviewer; decision: Exclude<ReviewDecision, { type: 'approved' }> },
  howToAskLater: string,
): EscalationPath | undefined {
  switch (answer.decision.type) {
    case 'denied':
      return {
        available: false,
        why_not: `the ${answer.by} refused to let it run outside the sandbox: ${answer.decision.rejection}`,
      };
    case 'timed_out':
      return {
        available: true,
        how: `the review by the ${answer.by} timed out, which is no judgement of the command. To ask again: ${howToAskLater}`,
      };
    case 'abort':
      return undefined;
    default:
      return assertNever(answer.decision, 'review decision');
  }
}

/** Names what was blocked, from the strongest evidence. */
export function retryReason({ confidence, evidence }: Omit<SandboxDenial, 'escalation'>): string {
  const verb = confidence === 'certain' ? 'blocked' : 'probably blocked';
  const [first] = evidence;
  return first === undefined ? `the sandbox ${verb} it` : `the sandbox ${verb} ${blockedOperation(first)}`;
}

function blockedOperation(evidence: DenialEvidence): string {
  const what = deniedOperationWords(evidence.operation);
  const target = evidence.target === undefined ? '' : ` ${evidence.target}`;
  if (evidence.rule !== undefined) return `${what}${target}, by the policy entry ${evidence.rule}`;
  // Without a target only the output is left to say what it was.
  if (evidence.target === undefined && evidence.text !== undefined) {
    return `${what}, to judge by its output: ${evidence.text.slice(0, MAX_EVIDENCE_TEXT)}`;
  }
  return `${what}${target}`;
}

function unavailable(why_not: string): AfterDenial {
  return { kind: 'return', escalation: { available: false, why_not } };
}
