import { describe, expect, test } from 'vitest';
import { AskForApproval } from './ask-for-approval.js';

describe('AskForApproval on the wire', () => {
  test.each([
    ['untrusted', 'untrusted'],
    ['on-request', 'on-request'],
    ['never', 'never'],
    ['on-failure', 'on-request'],
    [
      { granular: { sandbox_approval: true, rules: false, mcp_elicitations: true } },
      {
        granular: {
          sandbox_approval: true,
          rules: false,
          skill_approval: false,
          request_permissions: false,
          mcp_elicitations: true,
        },
      },
    ],
  ])('%j is read as %j', (wire, parsed) => {
    expect(AskForApproval.parse(wire)).toEqual(parsed);
  });

  test.each(['always', '', { granular: { rules: true } }, { granular: {}, also: 1 }, null])('%j is refused', (wire) => {
    expect(AskForApproval.safeParse(wire).success).toBe(false);
  });
});
