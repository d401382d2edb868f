import type { SandboxMode, SandboxPolicy } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';

/** The legacy policy of a mode with all its defaults. `network` (default false) has no meaning for `danger-full-access`. */
export function policyForMode(mode: SandboxMode, options: { network?: boolean } = {}): SandboxPolicy {
  switch (mode) {
    case 'danger-full-access':
      return { type: mode };
    case 'read-only':
      return { type: mode, network_access: options.network ?? false };
    case 'workspace-write':
      return {
        type: mode,
        writable_roots: [],
        network_access: options.network ?? false,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
      };
    default:
      return assertNever(mode, 'sandbox mode');
  }
}
