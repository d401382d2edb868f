import type { SandboxBackend } from '@sallyport/protocol';
import type { ResolvedPolicy } from '../policy/resolved-policy.js';

/** What this user may do outside any sandbox. Nothing here throws. */
export interface HostAccess {
  canRead(path: string): boolean;
  /** For a missing path: whether it could be created. */
  canWrite(path: string): boolean;
  exists(path: string): boolean;
  /** Whether a file or a folder with something in it is there. */
  hasContent(path: string): boolean;
}

/** A contained command that has ended by itself. */
export interface EndedCommand {
  readonly backend: Exclude<SandboxBackend, 'none' | 'external'>;
  readonly policy: ResolvedPolicy;
  /** Absolute. */
  readonly cwd: string;
  readonly command: readonly string[];
  /** What `~` and `$HOME` are to the command. */
  readonly home?: string;
  /** 128+N when signal N ended it. */
  readonly exitCode: number;
  /** Only where a signal is certain. */
  readonly signal?: string;
  /** What the launcher learnt from the kernel. */
  readonly kernelReport?: 'sigsys';
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it had a terminal: then `stdout` is both streams. */
  readonly isTerminal?: boolean;
  readonly host: HostAccess;
}
