import { z } from 'zod';

/** What contains an attempt. `none`: nothing does. */
export const SandboxBackend = z.enum(['none', 'bubblewrap', 'landlock', 'seatbelt', 'windows', 'external']);
export type SandboxBackend = z.infer<typeof SandboxBackend>;

/** What the blocked operation was. `unknown` when the evidence doesn't say. */
export const DeniedOperation = z.enum(['read', 'write', 'execute', 'network', 'unix_socket', 'syscall', 'unknown']);
export type DeniedOperation = z.infer<typeof DeniedOperation>;

/**
 * One reason to believe that the sandbox blocked something, strongest source first:
 *
 * - `kernel`: the kernel or the helper said so (SIGSYS, a report).
 * - `policy`: a path or address in the output or the command, which the policy forbids and this user could otherwise touch.
 * - `keyword`: only the wording of the output.
 */
export const DenialEvidence = z.strictObject({
  source: z.enum(['kernel', 'policy', 'keyword']),
  operation: DeniedOperation,
  /** The path, `host:port` or system call. */
  target: z.string().optional(),
  /** The policy entry that forbids it, in words: `"/" = read (read-only)`. */
  rule: z.string().optional(),
  /** The line of the output that it was read from, unchanged but for its length. */
  text: z.string().optional(),
});
export type DenialEvidence = z.infer<typeof DenialEvidence>;

/** Whether and how the same operation can be put to the configured approval path. */
export const EscalationPath = z.discriminatedUnion('available', [
  z.strictObject({ available: z.literal(true), how: z.string() }),
  z.strictObject({ available: z.literal(false), why_not: z.string() }),
]);
export type EscalationPath = z.infer<typeof EscalationPath>;

/** What the sandbox is known, or believed, to have blocked. It says nothing about the target outside the sandbox but `outside`. */
export const SandboxDenial = z.strictObject({
  boundary: z.literal('sandbox'),
  backend: SandboxBackend,
  confidence: z.enum(['certain', 'likely']),
  evidence: z.array(DenialEvidence).min(1),
  outside: z.enum(['would_likely_succeed', 'would_likely_fail', 'unknown']),
  escalation: EscalationPath,
});
export type SandboxDenial = z.infer<typeof SandboxDenial>;
