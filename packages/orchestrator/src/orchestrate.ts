// The one loop: requirement, approval, attempt, and after a denial perhaps approval and attempt once more.

import {
  type ApprovalResult,
  defaultRequirement,
  denialReview,
  type ExecApprovalRequirement,
  requestApproval,
} from '@sallyport/approval';
import type { EscalationPath, ExecOutput, Outcome, ReviewDecision, Reviewer } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { attemptId } from './attempt-id.js';
import type { CallContext } from './call-context.js';
import { CallJournal } from './call-journal.js';
import { changeOfRetry, changeWords } from './change-words.js';
import { firstContainment, wantsContainment } from './containment.js';
import { abortReason, outcomeOfAbort, outcomeOfError, outcomeOfResult } from './outcome-of.js';
import { afterDenial, escalationAfterReview } from './retry.js';
import { runAttempt } from './run-attempt.js';
import type { AttemptResult, ToolRuntime } from './tool-runtime.js';

/**
 * Runs one request of a tool through both doors and resolves to what became of it.
 *
 * An approval permits the one attempt it was given for. Thus a denial is asked about again, whatever was approved
 * before, and nothing runs outside the sandbox but with a yes to exactly that attempt or by rules of the user's.
 * A refused or impossible retry leaves the denial and its output as they were.
 *
 * A `SallyportError` that the tool throws becomes `failed_to_start` with its code. Any other error is a bug: the
 * outcome event says `failed_to_start` with code `INTERNAL_ERROR`, and the error is thrown again.
 */
export async function orchestrate<Req, Out extends ExecOutput>(
  tool: ToolRuntime<Req, Out>,
  request: Req,
  context: CallContext,
): Promise<Outcome> {
  const journal = new CallJournal(context);
  let outcome: Outcome;
  try {
    outcome = await pursue(tool, request, context, journal);
  } catch (error) {
    const ended = outcomeOfError(error, journal, context.signal);
    journal.close(ended.outcome);
    if (ended.isBug) throw error;
    return ended.outcome;
  }
  journal.close(outcome);
  return outcome;
}

async function pursue<Req, Out extends ExecOutput>(
  tool: ToolRuntime<Req, Out>,
  request: Req,
  context: CallContext,
  journal: CallJournal,
): Promise<Outcome> {
  const { signal } = context;
  if (isAborted(signal)) return abortedBy(signal, journal);
  const requirement = requirementFor(tool, request, context);
  if (requirement.kind === 'forbidden') {
    return { kind: 'forbidden', reason: requirement.reason, rule: requirement.rule };
  }

  const sandboxPermissions = tool.sandboxPermissions(request);
  const containment = (approved: boolean) =>
    firstContainment({
      policy: context.policy,
      requirement,
      approved,
      sandboxPermissions,
      sandboxPreference: tool.sandboxPreference,
    });
  let approved = false;
  if (requirement.kind === 'needs_approval') {
    const change = changeWords(containment(true), { sandboxPermissions });
    const review = await requestApproval(tool.approvalAction(request, {}), {
      ...reviewSurroundings(context, journal),
      ...(requirement.reason === undefined ? {} : { reason: requirement.reason }),
      change,
    });
    const refusal = outcomeOfReview(review, requirement.reason, context, journal);
    if (refusal !== undefined) return refusal;
    approved = true;
  }

  if (isAborted(signal)) return abortedBy(signal, journal);
  const { sandboxRequested, escalated, warning } = containment(approved);
  if (warning !== undefined) journal.warn(warning);
  const first = await runAttempt(
    tool,
    request,
    { id: attemptId(context.callId, 'first'), sandboxRequested, policy: context.policy, escalated },
    { journal, signal },
  );
  if (first.kind !== 'sandbox_denied') return outcomeOfResult(first, journal);
  return pursueDenial(tool, request, context, journal, { first, sandboxRequested });
}

/** After a denial: the retry's outcome, or the denial itself with what can be done about it. */
async function pursueDenial<Req, Out extends ExecOutput>(
  tool: ToolRuntime<Req, Out>,
  request: Req,
  context: CallContext,
  journal: CallJournal,
  {
    first,
    sandboxRequested,
  }: { first: Extract<AttemptResult<Out>, { kind: 'sandbox_denied' }>; sandboxRequested: boolean },
): Promise<Outcome> {
  const { signal, howToAskLater = HOW_TO_ASK_LATER } = context;
  const denied = (escalation: EscalationPath) => outcomeOfResult(first, journal, escalation);
  if (isAborted(signal)) return abortedBy(signal, journal);
  const next = afterDenial({
    ask: context.ask,
    escalateOnFailure: tool.escalateOnFailure,
    hasDeniedReads: context.policy.hasDeniedReads,
    sandboxRequested,
    denial: first.denial,
    exitCode: first.exitCode,
    howToAskLater,
  });
  if (next.kind === 'return') return denied(next.escalation);

  const { retryReason } = next;
  const review = await requestApproval(tool.approvalAction(request, { retryReason }), {
    ...reviewSurroundings(context, journal),
    retryReason,
    change: changeOfRetry,
  });
  if (review.kind === 'no_reviewer') return denied({ available: false, why_not: review.reason });
  const { by, decision } = review;
  if (decision.type !== 'approved') {
    const escalation = escalationAfterReview({ by, decision }, howToAskLater);
    return escalation === undefined ? abortedAtReview(by, context, journal) : denied(escalation);
  }

  if (isAborted(signal)) return abortedBy(signal, journal);
  const retry = await runAttempt(
    tool,
    request,
    { id: attemptId(context.callId, 'retry'), sandboxRequested: false, policy: context.policy, escalated: true },
    { journal, signal },
  );
  return outcomeOfResult(retry, journal);
}

const HOW_TO_ASK_LATER = 'make the same call again with sandboxPermissions = require_escalated and a justification';

/**
 * The request's own requirement, else the default one. A tool that can't be contained needs an approval on top, unless
 * rules let it out: otherwise a skip would run it without the containment that the policy wants.
 */
function requirementFor<Req, Out extends ExecOutput>(
  tool: ToolRuntime<Req, Out>,
  request: Req,
  { ask, policy }: CallContext,
): ExecApprovalRequirement {
  const requirement =
    tool.requirement(request, { ask, policy }) ?? defaultRequirement({ ask, fileSystemKind: policy.fileSystemKind });
  if (requirement.kind === 'forbidden' || tool.sandboxPreference === 'auto' || !wantsContainment(policy))
    return requirement;
  if (policy.hasDeniedReads) {
    return {
      kind: 'forbidden',
      reason: "this tool can't run inside the sandbox, and nothing may run outside it",
      rule: 'denied reads: only the sandbox enforces them',
    };
  }
  if (requirement.kind === 'needs_approval' || requirement.bypassSandbox) return requirement;
  const reason = "this tool can't run inside the sandbox";
  const review = denialReview(ask);
  return review.ask ? { kind: 'needs_approval', reason } : { kind: 'forbidden', reason, rule: review.why_not };
}

function reviewSurroundings(context: CallContext, journal: CallJournal) {
  return {
    callId: context.callId,
    routes: context.routes,
    emit: journal.emit,
    clock: context.clock,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  };
}

/** The outcome of a review before the first attempt that was no yes; `undefined` for a yes. */
function outcomeOfReview(
  review: ApprovalResult,
  reason: string | undefined,
  context: CallContext,
  journal: CallJournal,
): Outcome | undefined {
  if (review.kind === 'no_reviewer') {
    const why = reason === undefined ? '' : ` (${reason})`;
    return {
      kind: 'forbidden',
      reason: `it needs an approval${why}, and ${review.reason}`,
      rule: 'no reviewer: what nobody can be asked about is not run',
    };
  }
  const { by, decision }: { by: Reviewer; decision: ReviewDecision } = review;
  switch (decision.type) {
    case 'approved':
      return undefined;
    case 'denied':
      return { kind: 'rejected', by, reason: decision.rejection };
    case 'timed_out':
      return {
        kind: 'rejected',
        by,
        reason: 'the review timed out, which is no judgement of the command: the same call may be made again',
      };
    case 'abort':
      return abortedAtReview(by, context, journal);
    default:
      return assertNever(decision, 'review decision');
  }
}

function abortedAtReview(by: Reviewer, { signal }: CallContext, journal: CallJournal): Outcome {
  return isAborted(signal)
    ? abortedBy(signal, journal)
    : outcomeOfAbort(`the ${by} ended the call at the review`, journal);
}

function abortedBy(signal: AbortSignal, journal: CallJournal): Outcome {
  return outcomeOfAbort(abortReason(signal), journal);
}

function isAborted(signal: AbortSignal | undefined): signal is AbortSignal {
  return signal?.aborted === true;
}
