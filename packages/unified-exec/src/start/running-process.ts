/** How the process itself ended. */
export interface NativeExit {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

/** A process that was started, whichever way. */
export interface RunningProcess {
  /** Of the process itself, whoever is its parent. */
  readonly pid: number;
  /** Number of the session it was started in. */
  readonly session: number;
  readonly exited: Promise<NativeExit>;
  /** Resolves when output and descriptors have been read to their end. */
  readonly drained: Promise<void>;
  /** Reading stops for a receiver that is busy, and goes on. */
  pause(stream: 'stdout' | 'stderr'): void;
  resume(stream: 'stdout' | 'stderr'): void;
  /** Closes what is still open, puts back what was changed, and ends what was started for the process's sake. */
  release(): Promise<void>;
}

export type OnChunk = (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
