import type { FileSystemSandboxEntry, PermissionProfile, SandboxPolicy, SplitPolicy } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import type { ResolvedPolicy } from './resolved-policy.js';

/** A policy in its two halves, and who enforces it. */
export interface EnforcedSplitPolicy extends SplitPolicy {
  enforcement: ResolvedPolicy['enforcement'];
}

/** Either input shape as a file-system policy and a network policy. Symbols such as the workspace folder stay symbols. */
export function splitPolicy(source: SandboxPolicy | PermissionProfile): EnforcedSplitPolicy {
  switch (source.type) {
    case 'danger-full-access':
    case 'disabled':
      return { enforcement: 'disabled', file_system: { kind: 'unrestricted', entries: [] }, network: 'enabled' };
    case 'external-sandbox':
      return external(source.network_access);
    case 'external':
      return external(source.network);
    case 'read-only':
      return {
        enforcement: 'managed',
        file_system: { kind: 'restricted', entries: [special('root', 'read')] },
        network: source.network_access ? 'enabled' : 'restricted',
      };
    case 'workspace-write':
      return {
        enforcement: 'managed',
        file_system: { kind: 'restricted', entries: workspaceEntries(source) },
        network: source.network_access ? 'enabled' : 'restricted',
      };
    case 'managed': {
      const { file_system: files, network } = source;
      if (files.type === 'unrestricted')
        return { enforcement: 'managed', file_system: { kind: 'unrestricted', entries: [] }, network };
      return {
        enforcement: 'managed',
        file_system: {
          kind: 'restricted',
          entries: files.entries,
          ...(files.glob_scan_max_depth === undefined ? {} : { glob_scan_max_depth: files.glob_scan_max_depth }),
        },
        network,
      };
    }
    default:
      return assertNever(source, 'policy');
  }
}

function external(network: SplitPolicy['network']): EnforcedSplitPolicy {
  return { enforcement: 'external', file_system: { kind: 'external-sandbox', entries: [] }, network };
}

function workspaceEntries(policy: Extract<SandboxPolicy, { type: 'workspace-write' }>): FileSystemSandboxEntry[] {
  return [
    special('root', 'read'),
    special('project_roots', 'write'),
    ...(policy.exclude_slash_tmp ? [] : [special('slash_tmp', 'write')]),
    ...(policy.exclude_tmpdir_env_var ? [] : [special('tmpdir', 'write')]),
    ...policy.writable_roots.map((path): FileSystemSandboxEntry => ({ path: { type: 'path', path }, access: 'write' })),
  ];
}

function special(
  kind: 'root' | 'project_roots' | 'slash_tmp' | 'tmpdir',
  access: 'read' | 'write',
): FileSystemSandboxEntry {
  return { path: { type: 'special', value: { kind } }, access };
}
