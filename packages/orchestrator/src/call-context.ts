import type { Clock, ReviewRoute } from '@sallyport/approval';
import type { CallEvent, CallId } from '@sallyport/protocol';
import type { CallSettings } from './tool-runtime.js';

/** What surrounds one call. */
export interface CallContext extends CallSettings {
  /** Ids of reviews and attempts are made from it: itself, and `<call id>:retry`. */
  readonly callId: CallId;
  /** Who can be asked, in order. Empty: nobody. */
  readonly routes: readonly ReviewRoute[];
  /** Gets every event of the call in order; `outcome` is the last. An error it throws ends the call with that error. */
  emit(event: CallEvent): void;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /**
   * How the caller can put the same call to approval later, in words it understands ("run it again with --escalate").
   * Default: words for a program.
   */
  readonly howToAskLater?: string;
}
