export {
  type BubblewrapPlan,
  type BubblewrapPlanOptions,
  compileBubblewrapPlan,
  type SyntheticTarget,
} from './bubblewrap/compile-bubblewrap-plan.js';
export { classifyDenial, type DenialFindings } from './denial/classify-denial.js';
export type { EndedCommand, HostAccess } from './denial/ended-command.js';
export {
  compileLandlockPlan,
  type LandlockCompilation,
  type LandlockPlan,
  type LandlockRule,
  REQUIRED_LANDLOCK_ABI,
} from './landlock/compile-landlock-plan.js';
export { nodePathProbe, type PathKind, type PathProbe } from './path-probe.js';
export { PolicyError } from './policy/policy-error.js';
export { policyForMode } from './policy/policy-for-mode.js';
export { PROTECTED_METADATA_NAMES } from './policy/protected-metadata.js';
export { type ResolutionContext, resolvePolicy } from './policy/resolve-policy.js';
export type { Access, AccessDecision, ResolvedEntry, ResolvedPolicy, WritableRoot } from './policy/resolved-policy.js';
export { type EnforcedSplitPolicy, splitPolicy } from './policy/split-policy.js';
export {
  compileSeccompProgram,
  type SeccompArch,
  type SeccompMode,
  type SeccompOptions,
} from './seccomp/compile-seccomp-program.js';
export { type BackendChoice, type BackendFacts, needsPlatformSandbox, selectBackend } from './select-backend.js';
