export { CommandNotRunnableError, InvalidCommandError, InvalidWorkingDirectoryError } from './command-errors.js';
export { type BubblewrapBinary, type FindBubblewrapOptions, findBubblewrap, findHelper } from './find-bubblewrap.js';
export { landlockAbi } from './landlock-abi.js';
export type { LaunchRequest } from './launch-request.js';
export { prepareLaunch } from './prepare-launch.js';
export type {
  LaunchDiagnosis,
  LaunchExit,
  Launcher,
  LaunchFd,
  PreparedLaunch,
  SetupFailure,
} from './prepared-launch.js';
export { type BubblewrapProbe, probeBubblewrap, REQUIRED_BUBBLEWRAP_OPTIONS } from './probe/probe-bubblewrap.js';
export {
  type LinuxSandboxReport,
  type ProbeOptions,
  probeLinuxSandbox,
  type SandboxCheck,
} from './probe/probe-linux-sandbox.js';
export { resolveCommand } from './resolve-command.js';
export { SandboxUnavailableError, type SandboxUnavailableReason } from './sandbox-unavailable-error.js';
