import { policyForMode, type ResolvedPolicy, resolvePolicy } from '@sallyport/sandboxing';

/** Everything readable, nothing writable, no network. */
export function readOnly(cwd: string): ResolvedPolicy {
  return resolvePolicy(policyForMode('read-only'), { cwd });
}

/** Only the workspace writable: not `/tmp`, where the tests' own folders are. No network. */
export function workspaceWrite(ws: string): ResolvedPolicy {
  return resolvePolicy(
    {
      type: 'workspace-write',
      writable_roots: [],
      network_access: false,
      exclude_slash_tmp: true,
      exclude_tmpdir_env_var: true,
    },
    { cwd: ws },
  );
}
