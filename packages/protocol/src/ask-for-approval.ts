import { z } from 'zod';

/** Which prompts may be shown: `true` = may be put to a reviewer, `false` = refused without asking. */
export const GranularApproval = z.strictObject({
  sandbox_approval: z.boolean(),
  rules: z.boolean(),
  skill_approval: z.boolean().default(false),
  request_permissions: z.boolean().default(false),
  mcp_elicitations: z.boolean(),
});
export type GranularApproval = z.infer<typeof GranularApproval>;

/** When somebody is asked. `on-failure` is read as `on-request` and never written. */
export const AskForApproval = z.union([
  z
    .enum(['untrusted', 'on-request', 'never', 'on-failure'])
    .transform((mode): 'untrusted' | 'on-request' | 'never' => (mode === 'on-failure' ? 'on-request' : mode)),
  z.strictObject({ granular: GranularApproval }),
]);
export type AskForApproval = z.infer<typeof AskForApproval>;
