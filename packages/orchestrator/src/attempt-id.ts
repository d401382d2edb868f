import type { AttemptId, CallId } from '@sallyport/protocol';

/** The id of an attempt: the call's own for the first, `<call id>:retry` for the second. There is no third. */
export function attemptId(callId: CallId, phase: 'first' | 'retry'): AttemptId {
  const id: string = phase === 'retry' ? `${callId}:retry` : callId;
  return id as AttemptId;
}
