import { SallyportError } from '@sallyport/protocol/sallyport-error';

/**
 * What is missing.
 *
 * - `no_bubblewrap`: no `bwrap` on PATH, and none bundled.
 * - `no_helper`: `sallyport-helper` wasn't built.
 * - `no_landlock`: the kernel has no Landlock, or it is switched off.
 * - `not_expressible`: the backend has no means for this policy.
 * - `unsupported_machine`: not Linux, or neither x64 nor arm64.
 * - `unsafe_registry`: the folder that records mount points isn't private.
 * - `mount_point`: a stand-in for a protected path can't be made, or changed meanwhile.
 * - `helper_writable`: the command could replace the helper that contains it.
 */
export type SandboxUnavailableReason =
  | 'no_bubblewrap'
  | 'no_helper'
  | 'no_landlock'
  | 'not_expressible'
  | 'unsupported_machine'
  | 'unsafe_registry'
  | 'mount_point'
  | 'helper_writable';

/** The containment that was asked for can't be had here, so nothing was started. */
export class SandboxUnavailableError extends SallyportError {
  readonly code = 'SANDBOX_UNAVAILABLE';
  readonly reason: SandboxUnavailableReason;
  /** A command, or one sentence, that mends it; absent when nothing is known to. */
  readonly mend: string | undefined;

  constructor(
    reason: SandboxUnavailableReason,
    message: string,
    options: { mend?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.mend = options.mend;
  }
}
