// The one way to a reviewer. What a yes covers is simple, and so isn't kept anywhere: the next attempt.

import type {
  ApprovalAction,
  ApprovalDecided,
  ApprovalId,
  ApprovalRequested,
  CallId,
  ReviewDecision,
  Reviewer,
  WarningEvent,
} from '@sallyport/protocol';
import { approvalId } from './approval-id.js';
import type { Clock } from './clock.js';

/** What a reviewer is given: the same that clients are told. */
export type ReviewRequest = Omit<ApprovalRequested, 'type'>;

/** One who can be asked: hooks, an automatic reviewer, the user. */
export interface ReviewRoute {
  readonly by: Reviewer;
  /**
   * Whether there is anybody at the other end at all. Without it, there is. A route that isn't available is passed over
   * before a review is announced.
   */
  isAvailable?(): boolean;
  /**
   * Answers the request; `undefined` is no verdict, and the next route is asked. A rejection of the promise is no
   * verdict either, and a warning says so. When `signal` aborts, the answer doesn't count any more and isn't awaited:
   * clean up.
   */
  review(request: ReviewRequest, options: { signal?: AbortSignal }): Promise<ReviewDecision | undefined>;
}

/** What surrounds one review. */
export interface ApprovalContext {
  callId: CallId;
  /** Why the action needs a review, in our words. */
  reason?: string;
  /** What blocked the first attempt. It makes this the review of a retry, and its id end in `:retry`. */
  retryReason?: string;
  /** What a yes changes, in words. */
  change: string;
  /** In the order in which they're asked: hooks, an automatic reviewer, the user. */
  routes: readonly ReviewRoute[];
  emit(event: ApprovalRequested | ApprovalDecided | WarningEvent): void;
  clock: Clock;
  signal?: AbortSignal;
}

/** What came of asking. `no_reviewer` is never a yes. */
export type ApprovalResult =
  | { kind: 'decided'; id: ApprovalId; by: Reviewer; decision: ReviewDecision }
  | { kind: 'no_reviewer'; id: ApprovalId; reason: string };

/**
 * Puts one action to the routes in order, until one answers.
 *
 * `approval_requested` is emitted before the first route is asked, `approval_decided` with the answer. Without a
 * verdict from anybody there's no decision, thus no second event. An aborted `signal` answers `abort` at once, whatever
 * the route does, also over a yes that has just come; `by` is then the route whose answer was awaited. Nothing is
 * remembered: an equal action is asked about again.
 */
export async function requestApproval(action: ApprovalAction, context: ApprovalContext): Promise<ApprovalResult> {
  const { callId, clock, emit, signal } = context;
  const id = approvalId(callId, context.retryReason === undefined ? 'first' : 'retry');
  const routes = context.routes.filter((route) => route.isAvailable?.() ?? true);
  const [first] = routes;
  if (first === undefined) {
    return { kind: 'no_reviewer', id, reason: 'nobody can be asked here: there is no terminal and no other reviewer' };
  }
  if (signal?.aborted === true) return { kind: 'decided', id, by: first.by, decision: { type: 'abort' } };

  const request: ReviewRequest = {
    id,
    callId,
    atMs: clock.nowMs(),
    action,
    ...(context.reason === undefined ? {} : { reason: context.reason }),
    ...(context.retryReason === undefined ? {} : { retryReason: context.retryReason }),
    change: context.change,
  };
  emit({ type: 'approval_requested', ...request });
  for (const route of routes) {
    const answer = await askRoute(route, request, signal);
    if (answer.kind === 'failed') {
      const message = `the review by ${route.by} failed and doesn't count: ${answer.reason}`;
      emit({ type: 'warning', callId, atMs: clock.nowMs(), message });
    } else if (answer.decision !== undefined) {
      const { decision } = answer;
      emit({ type: 'approval_decided', id, callId, atMs: clock.nowMs(), by: route.by, decision });
      return { kind: 'decided', id, by: route.by, decision };
    }
  }
  return { kind: 'no_reviewer', id, reason: 'nobody who was asked gave a verdict' };
}

type Answer = { kind: 'answered'; decision: ReviewDecision | undefined } | { kind: 'failed'; reason: string };

/** The route's answer, or `abort` as soon as the signal says so. A route that hangs or fails can't turn into a yes. */
async function askRoute(route: ReviewRoute, request: ReviewRequest, signal: AbortSignal | undefined): Promise<Answer> {
  const aborted: Answer = { kind: 'answered', decision: { type: 'abort' } };
  if (signal?.aborted === true) return aborted;
  let onAbort: (() => void) | undefined;
  const abort = new Promise<Answer>((resolve) => {
    onAbort = () => resolve(aborted);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    const answer = await Promise.race([abort, answerOf(route, request, signal)]);
    return signal?.aborted ? aborted : answer;
  } finally {
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
}

async function answerOf(route: ReviewRoute, request: ReviewRequest, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return { kind: 'answered', decision: await route.review(request, signal === undefined ? {} : { signal }) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
