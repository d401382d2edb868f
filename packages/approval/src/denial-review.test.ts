import type { AskForApproval } from '@sallyport/protocol';
import { expect, test } from 'vitest';
import { denialReview } from './denial-review.js';

const granular = (sandbox_approval: boolean): AskForApproval => ({
  granular: { sandbox_approval, rules: true, skill_approval: true, request_permissions: true, mcp_elicitations: true },
});

test.each<[AskForApproval, boolean, RegExp]>([
  ['untrusted', true, /./],
  ['on-request', true, /./],
  [granular(true), true, /./],
  [granular(false), false, /sandbox_approval = false/],
  ['never', false, /ask = never/],
])('%j: ask %s', (ask, allowed, why) => {
  const review = denialReview(ask);
  expect(review.ask).toBe(allowed);
  if (!review.ask) expect(review.why_not).toMatch(why);
});
