import { z } from 'zod';
import { SandboxBackend, SandboxDenial } from './denial.js';
import { AttemptId } from './ids.js';
import { Reviewer } from './review.js';

/** What one stream printed, as text. */
export const OutputText = z.strictObject({
  /** Decoded as UTF-8. Where bytes were left out, a marker between the head and the tail says how many. */
  text: z.string(),
  /** Whether the bytes weren't all valid UTF-8, so that `text` has replacement characters in their place. */
  lossy: z.boolean(),
  /** Bytes printed. */
  totalBytes: z.int().nonnegative(),
  /** Bytes of those that `text` leaves out. */
  omittedBytes: z.int().nonnegative(),
});
export type OutputText = z.infer<typeof OutputText>;

/** What a command printed: each stream alone, and both in the order of arrival. With a PTY all of it is `stdout`. */
export const ExecOutput = z.strictObject({
  stdout: OutputText,
  stderr: OutputText,
  aggregated: OutputText,
});
export type ExecOutput = z.infer<typeof ExecOutput>;

/** One execution, as the record of what ran in which containment. */
export const AttemptRecord = z.strictObject({
  id: AttemptId,
  backend: SandboxBackend,
  /** Whether containment was asked for. With backend `external` somebody else provides it. */
  sandboxRequested: z.boolean(),
  /** Unix time in milliseconds. */
  startedAtMs: z.int(),
  durationMs: z.number().nonnegative(),
  /** Absent when the attempt didn't end by itself (time-out, abort) or never started. */
  exitCode: z.int().optional(),
  /** How it ended. */
  status: z.enum(['completed', 'sandbox_denied', 'timed_out', 'aborted', 'failed_to_start']),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

const ran = {
  /** The command's own status; 128+N when signal N ended it. */
  exitCode: z.int(),
  output: ExecOutput,
  /** Of the last attempt. */
  durationMs: z.number().nonnegative(),
  attempts: z.array(AttemptRecord).min(1),
};

/** What became of a call. Every kind carries what had been done and printed when it ended. */
export const Outcome = z.discriminatedUnion('kind', [
  /** The command ran and exited, with any status, and the sandbox isn't known to have interfered. */
  z.strictObject({ kind: z.literal('completed'), ...ran }),
  /** The sandbox blocked the (last) attempt. */
  z.strictObject({ kind: z.literal('sandbox_denied'), ...ran, denial: SandboxDenial }),
  /** A reviewer said no before anything ran. */
  z.strictObject({ kind: z.literal('rejected'), by: Reviewer, reason: z.string() }),
  /** Policy says no without asking. */
  z.strictObject({ kind: z.literal('forbidden'), reason: z.string(), rule: z.string() }),
  /** Somebody ended it: the reviewer, a signal. */
  z.strictObject({
    kind: z.literal('aborted'),
    reason: z.string(),
    output: ExecOutput.optional(),
    attempts: z.array(AttemptRecord),
  }),
  z.strictObject({
    kind: z.literal('timed_out'),
    reason: z.string(),
    timeoutMs: z.int().positive(),
    output: ExecOutput,
    durationMs: z.number().nonnegative(),
    attempts: z.array(AttemptRecord).min(1),
  }),
  /** The command never ran: no such program, no sandbox that can enforce the policy. */
  z.strictObject({
    kind: z.literal('failed_to_start'),
    /** The `code` of the error that says why. */
    code: z.string(),
    reason: z.string(),
    /** 126 (not executable) or 127 (not found) when it's about the command itself. */
    exitCode: z.int().optional(),
    output: ExecOutput.optional(),
    attempts: z.array(AttemptRecord),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;
