export type { CallContext } from './call-context.js';
export { orchestrate } from './orchestrate.js';
export { ToolContractError } from './tool-contract-error.js';
export type {
  Approvable,
  AttemptContext,
  AttemptResult,
  CallSettings,
  SandboxAttempt,
  Sandboxable,
  ToolRuntime,
} from './tool-runtime.js';
