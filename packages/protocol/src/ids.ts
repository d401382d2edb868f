import { z } from 'zod';

/** One tool call, from the request to its outcome, over all its attempts. */
export const CallId = z.string().min(1).brand<'CallId'>();
export type CallId = z.infer<typeof CallId>;

/** One review: `<call id>` for the review before the first attempt, `<call id>:retry` for the one after a denial. */
export const ApprovalId = z.string().min(1).brand<'ApprovalId'>();
export type ApprovalId = z.infer<typeof ApprovalId>;

/** One execution: `<call id>` for the first attempt, `<call id>:retry` for the second. There is never a third. */
export const AttemptId = z.string().min(1).brand<'AttemptId'>();
export type AttemptId = z.infer<typeof AttemptId>;
