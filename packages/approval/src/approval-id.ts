import type { ApprovalId, CallId } from '@sallyport/protocol';

/**
 * The id of a review: the call's own before the first attempt, `<call id>:retry` after a denial. The two can't be mixed
 * up: an answer that comes late for the first never counts for the second.
 */
export function approvalId(callId: CallId, phase: 'first' | 'retry'): ApprovalId {
  const id: string = phase === 'retry' ? `${callId}:retry` : callId;
  return id as ApprovalId;
}
