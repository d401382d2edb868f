export type { ExecRequest, ExecSettings, ExecSink, OutputOrigin } from './exec-request.js';
export { createExecRuntime } from './exec-runtime.js';
export { nodeHostAccess } from './host-access.js';
export { type ExecContext, runExec } from './run-exec.js';
