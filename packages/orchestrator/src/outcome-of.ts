// Outcomes out of results and errors. Pure.

import type { AttemptRecord, EscalationPath, ExecOutput, Outcome } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { isSallyportError } from '@sallyport/protocol/sallyport-error';
import type { AttemptResult } from './tool-runtime.js';

/** What a call has done by now. */
export interface CallSoFar {
  readonly attempts: readonly AttemptRecord[];
  /** What was printed: kept where the end has nothing of its own to show. */
  readonly output: ExecOutput | undefined;
}

/**
 * The outcome of a call whose last attempt ended so.
 *
 * @param soFar the last attempt included
 * @param escalation for a denial; default: of an attempt that can't gain anything by an approval
 */
export function outcomeOfResult(
  result: AttemptResult,
  soFar: CallSoFar,
  escalation: EscalationPath = ALREADY_OUTSIDE,
): Outcome {
  const attempts = [...soFar.attempts];
  switch (result.kind) {
    case 'completed':
    case 'sandbox_denied': {
      const ran = {
        exitCode: result.exitCode,
        output: plain(result.output),
        durationMs: result.record.durationMs,
        attempts,
      };
      if (result.kind === 'completed') return { kind: 'completed', ...ran };
      return { kind: 'sandbox_denied', ...ran, denial: { ...result.denial, escalation } };
    }
    case 'timed_out':
      return {
        kind: 'timed_out',
        reason: result.reason,
        timeoutMs: result.timeoutMs,
        output: plain(result.output),
        durationMs: result.record.durationMs,
        attempts,
      };
    case 'aborted':
      return outcomeOfAbort(result.reason, soFar);
    case 'failed_to_start':
      return {
        kind: 'failed_to_start',
        code: result.code,
        reason: result.reason,
        ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
        ...printed(soFar),
        attempts,
      };
    default:
      return assertNever(result, 'attempt result');
  }
}

const ALREADY_OUTSIDE: EscalationPath = { available: false, why_not: 'it ran outside the sandbox already' };

/** The outcome of a call that somebody ended. */
export function outcomeOfAbort(reason: string, soFar: CallSoFar): Outcome {
  return { kind: 'aborted', reason, ...printed(soFar), attempts: [...soFar.attempts] };
}

/** The outcome of a call that an error ended, and whether the error is one that nobody foresaw. */
export function outcomeOfError(
  error: unknown,
  soFar: CallSoFar,
  signal: AbortSignal | undefined,
): { outcome: Outcome; isBug: boolean } {
  if (signal !== undefined && isAbortOf(signal, error)) {
    return { outcome: outcomeOfAbort(abortReason(signal), soFar), isBug: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  const isBug = !isSallyportError(error);
  const [code, reason] = isBug
    ? ['INTERNAL_ERROR', `an error in Sallyport or its tool ended the call: ${message}`]
    : [error.code, message];
  return {
    outcome: { kind: 'failed_to_start', code, reason, ...printed(soFar), attempts: [...soFar.attempts] },
    isBug,
  };
}

/** Whether the error is only the news that the signal has aborted. */
export function isAbortOf(signal: AbortSignal | undefined, error: unknown): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

/** Why the signal aborted, in words. */
export function abortReason({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function printed({ output }: CallSoFar): { output?: ExecOutput } {
  return output === undefined ? {} : { output: plain(output) };
}

/** Without what a tool's own output type has on top: an outcome crosses the wire. */
function plain({ stdout, stderr, aggregated }: ExecOutput): ExecOutput {
  return { stdout, stderr, aggregated };
}
