import { z } from 'zod';
import { AbsolutePath } from './absolute-path.js';

/**
 * What an entry grants on its path and everything below it. `write` includes reading; `deny` is neither.
 * `none` is read as `deny` and never written.
 */
export const FileSystemAccessMode = z
  .enum(['read', 'write', 'deny', 'none'])
  .transform((mode): 'read' | 'write' | 'deny' => (mode === 'none' ? 'deny' : mode));
export type FileSystemAccessMode = z.infer<typeof FileSystemAccessMode>;

/** The special paths this version resolves, each described at {@link FileSystemSpecialPath}. */
const KnownSpecialPath = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('root') }),
  z.strictObject({ kind: z.literal('minimal') }),
  z.strictObject({ kind: z.literal('project_roots'), subpath: z.string().min(1).optional() }),
  z.strictObject({ kind: z.literal('tmpdir') }),
  z.strictObject({ kind: z.literal('slash_tmp') }),
  z.strictObject({ kind: z.literal('unknown'), path: z.string(), subpath: z.string().optional() }),
]);

/**
 * A path by its role.
 *
 * - `root`: the root of the file system.
 * - `minimal`: no path of its own; asks for the system folders that programs need to start.
 * - `project_roots`: each workspace root, or `subpath` below it. `current_working_directory` is read as this.
 * - `tmpdir`: `$TMPDIR`, when it is set.
 * - `slash_tmp`: `/tmp`, when it is a folder.
 * - `unknown`: a token of a newer version. Kept and ignored, never rejected.
 */
export const FileSystemSpecialPath = z.preprocess((value) => {
  if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'current_working_directory') {
    return { ...value, kind: 'project_roots' };
  }
  return value;
}, KnownSpecialPath);
export type FileSystemSpecialPath = z.infer<typeof FileSystemSpecialPath>;

/** Where an entry applies: a literal path, a git-style glob (only with `deny`), or a special path. */
export const FileSystemPath = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('path'), path: AbsolutePath }),
  z.strictObject({ type: z.literal('glob_pattern'), pattern: z.string().min(1) }),
  z.strictObject({ type: z.literal('special'), value: FileSystemSpecialPath }),
]);
export type FileSystemPath = z.infer<typeof FileSystemPath>;

/** One line of a file-system policy. The deepest matching entry decides; at equal depth deny beats write beats read. */
export const FileSystemSandboxEntry = z
  .strictObject({
    path: FileSystemPath,
    access: FileSystemAccessMode,
    /** Only on entries added by default: a missing path needs no stand-in to be protected. */
    missing_path_behavior: z.literal('skip').optional(),
  })
  .refine((entry) => entry.path.type !== 'glob_pattern' || entry.access === 'deny', {
    message: 'a glob entry supports only "deny"',
    path: ['access'],
  });
export type FileSystemSandboxEntry = z.infer<typeof FileSystemSandboxEntry>;

/** How far a backend that must expand globs before the start may walk. Absent: without a bound. */
const GlobScanMaxDepth = z.int().positive();

/** The file-system half of a policy. Without `kind` it is `restricted`. */
export const FileSystemSandboxPolicy = z.strictObject({
  kind: z.enum(['restricted', 'unrestricted', 'external-sandbox']).default('restricted'),
  glob_scan_max_depth: GlobScanMaxDepth.optional(),
  entries: z.array(FileSystemSandboxEntry).default([]),
});
export type FileSystemSandboxPolicy = z.infer<typeof FileSystemSandboxPolicy>;

/** The file-system half of a managed permission profile. */
export const ManagedFileSystem = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('restricted'),
    entries: z.array(FileSystemSandboxEntry),
    glob_scan_max_depth: GlobScanMaxDepth.optional(),
  }),
  z.strictObject({ type: z.literal('unrestricted') }),
]);
export type ManagedFileSystem = z.infer<typeof ManagedFileSystem>;
