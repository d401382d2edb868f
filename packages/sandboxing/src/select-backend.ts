import { compileLandlockPlan } from './landlock/compile-landlock-plan.js';
import type { ResolvedPolicy } from './policy/resolved-policy.js';

/** What is known of the machine when a backend is chosen. */
export interface BackendFacts {
  /** As in `process.platform`. */
  readonly platform: string;
  /** `works`, `missing`, or in words why it failed to set up. */
  readonly bubblewrap: string;
  /** The kernel's Landlock version; 0 when there is none, or nothing to apply it with. */
  readonly landlockAbi: number;
}

/** What contains a command, or why nothing can. */
export type BackendChoice =
  | { readonly backend: 'none' | 'external' | 'bubblewrap' | 'landlock' }
  | { readonly backend: 'refused'; readonly reason: string; readonly mend?: string };

/**
 * Whether a policy needs the operating system to contain the command.
 *
 * | enforcement | file system | network | needed |
 * | --- | --- | --- | --- |
 * | disabled | any | any | no |
 * | external | any | any | no: somebody else does |
 * | managed | any | restricted | yes |
 * | managed | unrestricted, or restricted with everything writable | enabled | no |
 * | managed | otherwise | enabled | yes |
 */
export function needsPlatformSandbox(policy: ResolvedPolicy): boolean {
  if (policy.enforcement !== 'managed' || policy.fileSystemKind === 'external-sandbox') return false;
  return policy.network === 'restricted' || !policy.fullDiskWrite;
}

/**
 * Chooses the backend for a policy: bubblewrap where it works, else Landlock where the policy can be said in it, else
 * none, which is a refusal. Pure: facts are collected by the caller.
 */
export function selectBackend(policy: ResolvedPolicy, facts: BackendFacts): BackendChoice {
  if (policy.enforcement === 'disabled') return { backend: 'none' };
  if (policy.enforcement === 'external' || policy.fileSystemKind === 'external-sandbox') return { backend: 'external' };
  if (!needsPlatformSandbox(policy)) return { backend: 'none' };
  if (facts.platform !== 'linux') {
    return { backend: 'refused', reason: `there is no sandbox for ${facts.platform} yet, and the policy asks for one` };
  }
  if (facts.bubblewrap === 'works') return { backend: 'bubblewrap' };
  const bubblewrap =
    facts.bubblewrap === 'missing'
      ? 'bubblewrap is not installed'
      : `bubblewrap doesn't work here (${facts.bubblewrap})`;
  const mend =
    facts.bubblewrap === 'missing'
      ? 'install bubblewrap; `sallyport doctor` says how'
      : '`sallyport doctor` says what is missing';
  if (facts.landlockAbi === 0)
    return { backend: 'refused', reason: `${bubblewrap}, and there is no Landlock to use instead`, mend };
  const landlock = compileLandlockPlan(policy, { abi: facts.landlockAbi });
  if (landlock.kind === 'plan') return { backend: 'landlock' };
  const entry = landlock.rule === undefined ? '' : ` (policy entry ${landlock.rule})`;
  return {
    backend: 'refused',
    reason: `${bubblewrap}, and Landlock can't enforce this policy: ${landlock.reason}${entry}`,
    mend,
  };
}
