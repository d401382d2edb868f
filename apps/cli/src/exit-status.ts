import { constants } from 'node:os';
import type { Outcome } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';

/** The command never ran: rejected, forbidden, can't be sandboxed, bad input. As `env`, `timeout` and `docker run` use it. */
export const NEVER_RAN = 125;
/** The time-out ended the command, as `timeout` reports it. */
const TIMED_OUT = 124;

/** The status that a shell reports for a process ended by this signal. */
export function signalStatus(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * The exit status of `exec` and `sandbox`: the command's own where there is one. A denial keeps it.
 *
 * @param interruptedBy the signal that made the CLI end the call, if one did
 */
export function exitStatus(outcome: Outcome, interruptedBy?: NodeJS.Signals): number {
  switch (outcome.kind) {
    case 'completed':
    case 'sandbox_denied':
      return outcome.exitCode;
    case 'timed_out':
      return TIMED_OUT;
    case 'aborted':
      return interruptedBy === undefined ? NEVER_RAN : signalStatus(interruptedBy);
    case 'failed_to_start':
      return outcome.exitCode ?? NEVER_RAN;
    case 'rejected':
    case 'forbidden':
      return NEVER_RAN;
    default:
      return assertNever(outcome, 'outcome');
  }
}
