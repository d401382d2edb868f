import type { ResolvedPolicy } from '@sallyport/sandboxing';
import type { BubblewrapBinary } from './find-bubblewrap.js';

/** What is to be launched, in what. */
export interface LaunchRequest {
  readonly policy: ResolvedPolicy;
  /** `selectBackend` of `@sallyport/sandboxing` chooses one. `none` contains nothing, whatever the policy says. */
  readonly backend: 'bubblewrap' | 'landlock' | 'none';
  /** The program and its arguments. A name without a slash is searched on the PATH of `env`. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The command's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: {@link findBubblewrap} on this process's PATH, outside `cwd` and the writable roots. */
  readonly bubblewrap?: BubblewrapBinary;
  /** Path of `sallyport-helper`. Default: {@link findHelper}; `null` acts as if there were none. */
  readonly helper?: string | null;
  /** Default: asked from the helper, once a process. */
  readonly landlockAbi?: number;
  /** More paths that no command may change, though they lie under a writable root. */
  readonly protectedPaths?: readonly string[];
  /** Where mount points are recorded. All sandboxes of a user have to use the same; only tests have a reason to change it. */
  readonly registryFolder?: string;
}
