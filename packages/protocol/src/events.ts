import { z } from 'zod';
import { AbsolutePath } from './absolute-path.js';
import { SandboxBackend } from './denial.js';
import { ApprovalId, AttemptId, CallId } from './ids.js';
import { AttemptRecord, Outcome } from './outcome.js';
import { ApprovalAction, ReviewDecision, Reviewer } from './review.js';

/** Unix time in milliseconds. */
const atMs = z.int();

/** A review was requested. */
export const ApprovalRequested = z.strictObject({
  type: z.literal('approval_requested'),
  id: ApprovalId,
  callId: CallId,
  atMs,
  action: ApprovalAction,
  /** Why the action needs a review at all. */
  reason: z.string().optional(),
  /** Why there'd be a second try: what blocked the first. */
  retryReason: z.string().optional(),
  /** What a yes changes, in words. */
  change: z.string(),
});
export type ApprovalRequested = z.infer<typeof ApprovalRequested>;

/** The review was answered. It permits the next attempt and says nothing of its result. */
export const ApprovalDecided = z.strictObject({
  type: z.literal('approval_decided'),
  id: ApprovalId,
  callId: CallId,
  atMs,
  by: Reviewer,
  decision: ReviewDecision,
});
export type ApprovalDecided = z.infer<typeof ApprovalDecided>;

/** An execution began. */
export const ExecBegin = z.strictObject({
  type: z.literal('exec_begin'),
  id: AttemptId,
  callId: CallId,
  atMs,
  command: z.array(z.string()).min(1),
  cwd: AbsolutePath,
  backend: SandboxBackend,
  sandboxRequested: z.boolean(),
});
export type ExecBegin = z.infer<typeof ExecBegin>;

/** Bytes that the execution printed. Capped in number a call: what the outcome's `output` holds is complete within its own limit. */
export const ExecOutputDelta = z.strictObject({
  type: z.literal('exec_output_delta'),
  id: AttemptId,
  callId: CallId,
  stream: z.enum(['stdout', 'stderr']),
  /** Base64. */
  chunk: z.string(),
});
export type ExecOutputDelta = z.infer<typeof ExecOutputDelta>;

/** An execution finished. */
export const ExecEnd = z.strictObject({
  type: z.literal('exec_end'),
  id: AttemptId,
  callId: CallId,
  atMs,
  attempt: AttemptRecord,
});
export type ExecEnd = z.infer<typeof ExecEnd>;

/** Something the user should know that isn't part of the outcome, such as a containment weaker than usual. */
export const WarningEvent = z.strictObject({
  type: z.literal('warning'),
  callId: CallId.optional(),
  atMs,
  message: z.string(),
});
export type WarningEvent = z.infer<typeof WarningEvent>;

/** The end of a call. Always the last event, exactly once. */
export const OutcomeEvent = z.strictObject({
  type: z.literal('outcome'),
  callId: CallId,
  atMs,
  outcome: Outcome,
});
export type OutcomeEvent = z.infer<typeof OutcomeEvent>;

/** Everything a call tells its client, in order. */
export const CallEvent = z.discriminatedUnion('type', [
  ApprovalRequested,
  ApprovalDecided,
  ExecBegin,
  ExecOutputDelta,
  ExecEnd,
  WarningEvent,
  OutcomeEvent,
]);
export type CallEvent = z.infer<typeof CallEvent>;
