export { execProcess } from './exec-process.js';
export { omissionMarker } from './output/output-text.js';
export type { ExecOptions, ProcessExit, ProcessFd, ProcessLauncher, ProcessSpec } from './process-spec.js';
export { SpawnError } from './spawn-error.js';
