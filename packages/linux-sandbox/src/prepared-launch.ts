/** A descriptor that the launched process gets from us: what it reads from it, or what becomes of what it writes. */
export type LaunchFd =
  | { readonly kind: 'input'; readonly data: Uint8Array }
  | { readonly kind: 'output'; onData(chunk: Buffer): void };

/**
 * Everything needed to start a command in its containment with `node:child_process`, or with any process runner.
 * Made for exactly one start. Dispose of it when the process has ended, or when it was never started.
 */
export interface PreparedLaunch {
  readonly backend: 'bubblewrap' | 'landlock' | 'none';
  /** Absolute path of the program to start. */
  readonly file: string;
  readonly args: readonly string[];
  /** What the program is to see as its own name, when that isn't `file`. */
  readonly argv0?: string;
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 3, 4, … in this order. */
  readonly fds: readonly LaunchFd[];
  /** Absent when the command itself is started. */
  readonly launcher?: Launcher;
  /**
   * What the end of the process says about the command. To be asked when the descriptors have been read to their end.
   *
   * @param exit Exactly one of `exitCode` and `signal`, and what the launcher printed when it failed.
   */
  diagnose(exit: LaunchExit): LaunchDiagnosis;
  /** Removes the stand-ins that were made for protected paths. Never throws; what can't be removed now is at a later launch. */
  [Symbol.dispose](): void;
}

/** A program that contains the command and is itself the process that is started. */
export interface Launcher {
  /** How the launcher's own messages on standard error begin. */
  readonly stderrPrefix: string;
  /** How many processes, from the started one down, belong to the launcher. */
  readonly depth: number;
  /** Whether it ended without the command having run: then what it printed is its own. */
  failed(): boolean;
  /**
   * The process whose end is the end of all others in the containment, by its number outside; `undefined` until it's
   * known, and where there is none. bubblewrap that is killed while it sets up leaves that process behind.
   */
  containerPid?(): number | undefined;
}

/** How the started process ended. */
export interface LaunchExit {
  exitCode: number | undefined;
  /** By name, such as `SIGKILL`. */
  signal: string | undefined;
  launcherStderr?: string;
}

/** What became of the command, as far as its launcher knows. */
export type LaunchDiagnosis =
  /** `exitCode` is 128+N when signal N ended it; `signal` only where a signal is certain. */
  | { kind: 'command_ran'; exitCode: number; signal?: string; kernelReport?: 'sigsys' }
  /** The containment stood, but the command couldn't be executed in it. */
  | { kind: 'exec_failed'; exitCode: 126 | 127; message: string }
  /** The containment couldn't be made, and nothing ran. */
  | { kind: 'setup_failed'; reason: SetupFailure; message: string };

/**
 * - `no_namespaces`: this user or container may not create the name spaces.
 * - `unknown_option`: this bubblewrap is too old for the plan.
 * - `proc_mount`: a fresh /proc can't be mounted here (containers that mask parts of theirs).
 */
export type SetupFailure = 'no_namespaces' | 'unknown_option' | 'proc_mount' | 'other';
