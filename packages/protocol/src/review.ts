import { z } from 'zod';
import { AbsolutePath } from './absolute-path.js';
import { SandboxPermissions } from './sandbox-policy.js';

/** What a reviewer is asked to let happen. */
export const ApprovalAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    command: z.array(z.string()).min(1),
    cwd: AbsolutePath,
    sandboxPermissions: SandboxPermissions,
    /** The requester's own words for why; shown as such. */
    justification: z.string().optional(),
  }),
]);
export type ApprovalAction = z.infer<typeof ApprovalAction>;

/** Who answered. */
export const Reviewer = z.enum(['user', 'hook', 'guardian']);
export type Reviewer = z.infer<typeof Reviewer>;

/** A reviewer's answer. `denied` refuses this action; `abort` ends the whole call. */
export const ReviewDecision = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approved') }),
  z.strictObject({ type: z.literal('denied'), rejection: z.string() }),
  z.strictObject({ type: z.literal('timed_out') }),
  z.strictObject({ type: z.literal('abort') }),
]);
export type ReviewDecision = z.infer<typeof ReviewDecision>;
