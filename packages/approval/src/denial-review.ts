import type { AskForApproval } from '@sallyport/protocol';

/** Whether a reviewer may be asked, and if not why, in words for whoever gets the denial. */
export type DenialReview = { ask: true } | { ask: false; why_not: string };

/**
 * May a reviewer be asked to let a command run again outside, after the sandbox blocked it?
 *
 * Under `on-request` too: the user at a terminal has just seen it fail and would otherwise type it again with an
 * option. (Codex 0.171.0 hands a shell command's denial back there and waits for the model to ask.)
 */
export function denialReview(ask: AskForApproval): DenialReview {
  if (ask === 'never')
    return { ask: false, why_not: 'ask = never: nobody may be asked to let it run outside the sandbox' };
  if (typeof ask === 'object' && !ask.granular.sandbox_approval) {
    return {
      ask: false,
      why_not: 'ask = granular with sandbox_approval = false: nobody may be asked about the sandbox',
    };
  }
  return { ask: true };
}
