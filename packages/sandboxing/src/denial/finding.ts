import type { DenialEvidence } from '@sallyport/protocol';

/** A piece of evidence and how far it goes. */
export interface Finding {
  readonly evidence: DenialEvidence;
  /** Whether it leaves no other explanation. */
  readonly isCertain: boolean;
  readonly outside: 'would_likely_succeed' | 'unknown';
}

/** What a refused operation turned out to be. `explained`: something other than the sandbox accounts for it. */
export type Verdict = { kind: 'sandbox'; finding: Finding } | { kind: 'explained' } | { kind: 'open' };
