import { z } from 'zod';
import { AbsolutePath } from './absolute-path.js';
import { FileSystemSandboxPolicy, ManagedFileSystem } from './file-system-policy.js';

/** The network half of a policy: nothing at all, or everything the host has. */
export const NetworkSandboxPolicy = z.enum(['restricted', 'enabled']);
export type NetworkSandboxPolicy = z.infer<typeof NetworkSandboxPolicy>;

/** The legacy modes as people name them on a command line. */
export const SandboxMode = z.enum(['read-only', 'workspace-write', 'danger-full-access']);
export type SandboxMode = z.infer<typeof SandboxMode>;

/** The legacy policy: one mode with its few switches. */
export const SandboxPolicy = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('danger-full-access') }),
  z.strictObject({ type: z.literal('read-only'), network_access: z.boolean().default(false) }),
  z.strictObject({
    type: z.literal('external-sandbox'),
    network_access: NetworkSandboxPolicy.default('restricted'),
  }),
  z.strictObject({
    type: z.literal('workspace-write'),
    writable_roots: z.array(AbsolutePath).default([]),
    network_access: z.boolean().default(false),
    exclude_tmpdir_env_var: z.boolean().default(false),
    exclude_slash_tmp: z.boolean().default(false),
  }),
]);
export type SandboxPolicy = z.infer<typeof SandboxPolicy>;

/** The canonical policy: who enforces it, and what. */
export const PermissionProfile = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('managed'),
    file_system: ManagedFileSystem,
    network: NetworkSandboxPolicy,
  }),
  z.strictObject({ type: z.literal('disabled') }),
  z.strictObject({ type: z.literal('external'), network: NetworkSandboxPolicy }),
]);
export type PermissionProfile = z.infer<typeof PermissionProfile>;

/** What either input shape ends as: a file-system policy and a network policy. */
export const SplitPolicy = z.strictObject({
  file_system: FileSystemSandboxPolicy,
  network: NetworkSandboxPolicy,
});
export type SplitPolicy = z.infer<typeof SplitPolicy>;

/** What one call asks for beyond the policy in force. */
export const SandboxPermissions = z.enum(['use_default', 'require_escalated', 'with_additional_permissions']);
export type SandboxPermissions = z.infer<typeof SandboxPermissions>;
