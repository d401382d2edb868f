import type {
  AbsolutePath,
  AskForApproval,
  AttemptId,
  CallEvent,
  CallId,
  SandboxPermissions,
} from '@sallyport/protocol';
import type { ResolvedPolicy } from '@sallyport/sandboxing';

/** One command to run, as the caller asks for it. */
export interface ExecRequest {
  callId: CallId;
  /** The argument vector: no shell is put around it. */
  command: readonly [string, ...string[]];
  /** Without symbolic links. */
  cwd: AbsolutePath;
  env: Readonly<Record<string, string>>;
  /** `with_additional_permissions` isn't among what this tool takes yet: the type says so. */
  sandboxPermissions: Exclude<SandboxPermissions, 'with_additional_permissions'>;
  /** Why it should run outside the sandbox, in the requester's own words. */
  justification?: string;
  stdin: 'inherit' | 'ignore';
  /** Runs it on a terminal of this size instead of pipes. */
  tty?: { cols: number; rows: number };
  /** Milliseconds; without it the command may run for ever. */
  timeoutMs?: number;
}

/** The settings that a call is made under. They're read once: a later change doesn't touch a running call. */
export interface ExecSettings {
  policy: ResolvedPolicy;
  ask: AskForApproval;
  /** Folders of our own (state, configuration, helpers) that no sandbox may write, even below a writable root. */
  protectedPaths?: readonly string[];
}

/** Where a call's events and bytes go. */
export interface ExecSink {
  emit(event: CallEvent): void;
  /** The command's output as it comes. While a returned promise is pending the command is paused. */
  onOutput?(stream: 'stdout' | 'stderr', chunk: Uint8Array, origin: OutputOrigin): void | Promise<void>;
}

/** Which attempt of which call printed something. */
export interface OutputOrigin {
  attemptId: AttemptId;
  callId: CallId;
}
