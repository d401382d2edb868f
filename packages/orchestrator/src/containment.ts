// Which containment an attempt asks for. Pure.

import type { ExecApprovalRequirement } from '@sallyport/approval';
import type { SandboxPermissions } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import type { ResolvedPolicy } from '@sallyport/sandboxing';

/** What of a policy decides about containment. */
export type ContainmentFacts = Pick<
  ResolvedPolicy,
  'enforcement' | 'fileSystemKind' | 'network' | 'fullDiskWrite' | 'hasDeniedReads'
>;

/** Whether the policy wants attempts contained, by us or by whoever runs us. */
export function wantsContainment(policy: ContainmentFacts): boolean {
  switch (policy.enforcement) {
    case 'disabled':
      return false;
    case 'external':
      return true;
    case 'managed':
      if (policy.fileSystemKind === 'external-sandbox' || policy.network === 'restricted') return true;
      return policy.fileSystemKind === 'restricted' && (!policy.fullDiskWrite || policy.hasDeniedReads);
    default:
      return assertNever(policy.enforcement, 'enforcement');
  }
}

/** Containment asked for or not, and what the user should know where a request for less wasn't followed. */
export interface Containment {
  sandboxRequested: boolean;
  escalated: boolean;
  warning?: string;
}

/**
 * The containment of the first attempt.
 *
 * | denied reads | rules allow it outside | asks for `require_escalated`, or can't be contained | approved | contained |
 * | --- | --- | --- | --- | --- |
 * | yes | any | any | any | as the policy says |
 * | no | yes | any | any | no |
 * | no | no | yes | yes | no |
 * | no | no | yes | no | as the policy says |
 * | no | no | no | any | as the policy says |
 *
 * Only the sandbox keeps denied reads from being read, so no approval lifts it. And a request to leave counts only
 * with the approval of this attempt: a requirement that skips the question grants nothing.
 */
export function firstContainment(input: {
  policy: ContainmentFacts;
  requirement: Exclude<ExecApprovalRequirement, { kind: 'forbidden' }>;
  approved: boolean;
  sandboxPermissions: SandboxPermissions;
  sandboxPreference: 'auto' | 'forbid';
}): Containment {
  const { policy, requirement } = input;
  if (!wantsContainment(policy)) return { sandboxRequested: false, escalated: false };
  const byRules = requirement.kind === 'skip' && requirement.bypassSandbox;
  const wanted = input.sandboxPermissions === 'require_escalated' || input.sandboxPreference === 'forbid';
  const allowedOut = byRules || (wanted && input.approved);
  if (!allowedOut) return { sandboxRequested: true, escalated: false };
  if (policy.hasDeniedReads) return { sandboxRequested: true, escalated: false, warning: KEPT_FOR_DENIED_READS };
  return { sandboxRequested: false, escalated: true };
}

/** Why denied reads keep the sandbox, in words for the user. */
const KEPT_FOR_DENIED_READS =
  'it runs inside the sandbox though it may leave it: the policy denies reading some paths, and only the sandbox enforces that';
