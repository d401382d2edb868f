import type { ExecOutput } from '@sallyport/protocol';

/** A descriptor that the process gets: what it reads from it, or what becomes of what it writes. */
export type ProcessFd =
  | { readonly kind: 'input'; readonly data: Uint8Array }
  | { readonly kind: 'output'; onData(chunk: Buffer): void };

/** A program that contains the command and is itself the process that is started. */
export interface ProcessLauncher {
  /** How its own messages begin. Output that begins so is held back until it's known whose it is. */
  readonly stderrPrefix: string;
  /** How many processes, from the started one down, are the launcher's: SIGTERM spares them where they'd end the rest at once. */
  readonly depth: number;
  /** Asked at the end: whether the command never ran, so that what was printed is the launcher's. */
  failed(): boolean;
  /** The process whose end ends all the others (process 1 of a PID namespace), once it's known. */
  containerPid?(): number | undefined;
}

/** What is to be started. */
export interface ProcessSpec {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** The program's own name to it. Default: `file`. Without effect on a terminal. */
  readonly argv0?: string;
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors 3, 4, … in this order; on a terminal up to 9. */
  readonly fds?: readonly ProcessFd[];
  /** This process's own standard input, or none (the end of file at once). */
  readonly stdin: 'inherit' | 'ignore';
  /** A terminal of this size instead of pipes, with all output on `stdout`. Then this process's standard input is typed into it. */
  readonly tty?: { readonly cols: number; readonly rows: number };
  readonly launcher?: ProcessLauncher;
}

/** How a process is run. */
export interface ExecOptions {
  /** Ends it when it aborts. */
  readonly signal?: AbortSignal;
  /** Milliseconds; without it the process may run for ever. */
  readonly timeoutMs?: number;
  /** Milliseconds between SIGTERM and SIGKILL. Default 2,000; 0 kills at once. */
  readonly graceMs?: number;
  /** How much of each stream is kept, in bytes. Default 1 MiB. */
  readonly maxOutputBytes?: number;
  /**
   * Gets the output as it comes. While a promise it returned is pending that stream isn't read, so that the process
   * waits. An error it throws ends the process, and {@link execProcess} rejects with it.
   */
  onOutput?(stream: 'stdout' | 'stderr', chunk: Buffer): void | Promise<void>;
}

/** How a process ended. */
export interface ProcessExit {
  /** Who ended it: itself, the time limit, or the signal. */
  readonly reason: 'exited' | 'timed_out' | 'aborted';
  /** `undefined` where a signal ended it (on a terminal it's 128+N then), or nothing was started. */
  readonly exitCode: number | undefined;
  /** By name, such as `SIGKILL`. Never on a terminal. */
  readonly signal: string | undefined;
  /** Unix time in milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Without what a launcher printed that failed. */
  readonly output: ExecOutput;
  /** What a launcher printed that failed. */
  readonly launcherStderr?: string;
}
