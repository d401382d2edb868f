import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  AskForApproval,
  type FileSystemPath,
  type FileSystemSandboxEntry,
  type PermissionProfile,
  SandboxMode,
} from '@sallyport/protocol';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { absolutePath } from './absolute-path.js';
import { CliError } from './cli-error.js';

const Access = z.enum(['read', 'write', 'deny', 'none']);

/** `[permissions.NAME]`: paths and special tokens to what they grant. */
const ProfileSection = z.strictObject({
  filesystem: z.record(z.string().min(1), z.union([Access, z.record(z.string().min(1), Access)])).default({}),
  network: z.strictObject({ enabled: z.boolean().default(false) }).default({ enabled: false }),
});

const ConfigurationFile = z.strictObject({
  approval_policy: AskForApproval.optional(),
  sandbox_mode: SandboxMode.optional(),
  sandbox_workspace_write: z
    .strictObject({
      writable_roots: z.array(z.string().min(1)).optional(),
      network_access: z.boolean().optional(),
      exclude_tmpdir_env_var: z.boolean().optional(),
      exclude_slash_tmp: z.boolean().optional(),
    })
    .optional(),
  default_permissions: z.string().min(1).optional(),
  permissions: z.record(z.string().min(1), ProfileSection).optional(),
  /** Only in the user's file: which projects' own files count. */
  projects: z.record(z.string().min(1), z.strictObject({ trust_level: z.enum(['trusted', 'untrusted']) })).optional(),
});
type ConfigurationFile = z.infer<typeof ConfigurationFile>;

/** The configuration in force, its profiles compiled. */
export interface Configuration {
  approval_policy?: AskForApproval;
  sandbox_mode?: SandboxMode;
  sandbox_workspace_write?: {
    writable_roots?: string[] | undefined;
    network_access?: boolean | undefined;
    exclude_tmpdir_env_var?: boolean | undefined;
    exclude_slash_tmp?: boolean | undefined;
  };
  default_permissions?: string;
  permissions?: Record<string, PermissionProfile>;
}

interface Source {
  file: string;
  /** Absent when there is no such file. */
  text: string | undefined;
}

/**
 * Merges the user's file, the project's (only when the user's file trusts that folder) and `--config KEY=VALUE`.
 * Later ones win key by key.
 *
 * @throws CliError naming file, line and key of what is wrong
 */
export function loadConfiguration(input: {
  cwd: string;
  user: Source;
  project: Source;
  overrides: readonly string[];
}): { configuration: Configuration; warnings: string[] } {
  const warnings: string[] = [];
  const user = input.user.text === undefined ? {} : parseFile(input.user.text, input.user.file);
  let merged = user;
  if (input.project.text !== undefined) {
    if (user.projects?.[input.cwd]?.trust_level === 'trusted') {
      const project = parseFile(input.project.text, input.project.file);
      if (project.projects !== undefined) {
        throw new CliError(
          'BAD_CONFIG',
          `${input.project.file}: a project can't say which projects are trusted: remove [projects]`,
        );
      }
      merged = merge(merged, project);
    } else {
      warnings.push(
        `${input.project.file} is ignored: the project isn't trusted. To trust it, put [projects.${JSON.stringify(input.cwd)}] trust_level = "trusted" into ${input.user.file}`,
      );
    }
  }
  for (const override of input.overrides) merged = merge(merged, parseOverride(override));
  return { configuration: compile(merged), warnings };
}

/** Sections are merged key by key, everything else is replaced. */
function merge(base: ConfigurationFile, over: ConfigurationFile): ConfigurationFile {
  return {
    ...base,
    ...over,
    ...(base.sandbox_workspace_write || over.sandbox_workspace_write
      ? { sandbox_workspace_write: { ...base.sandbox_workspace_write, ...over.sandbox_workspace_write } }
      : {}),
    ...(base.permissions || over.permissions ? { permissions: { ...base.permissions, ...over.permissions } } : {}),
  };
}

function parseFile(text: string, file: string): ConfigurationFile {
  const document = parseToml(text, file);
  const result = ConfigurationFile.safeParse(document);
  if (result.success) return result.data;
  const issue = firstIssue(result.error);
  throw new CliError(
    'BAD_CONFIG',
    `${file}:${lineOf(text, issue.path)}: ${issue.path.join('.') || 'top level'}: ${issue.message}`,
  );
}

function parseOverride(override: string): ConfigurationFile {
  const equals = override.indexOf('=');
  if (equals < 1) throw new CliError('BAD_OPTION', `--config ${override}: expected KEY=VALUE`);
  const key = override.slice(0, equals).trim();
  const value = override.slice(equals + 1).trim();
  // A bare word is taken as a string, so that nobody has to quote for the shell and for TOML at once.
  const line =
    /^[A-Za-z][A-Za-z-]*$/.test(value) && value !== 'true' && value !== 'false'
      ? `${key} = ${JSON.stringify(value)}`
      : `${key} = ${value}`;
  const result = ConfigurationFile.safeParse(parseToml(line, `--config ${key}`));
  if (result.success) return result.data;
  const issue = firstIssue(result.error);
  throw new CliError('BAD_CONFIG', `--config ${override}: ${issue.path.join('.')}: ${issue.message}`);
}

function parseToml(text: string, where: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? 'invalid TOML';
    throw new CliError('BAD_CONFIG', `${where}:${error.line}:${error.column}: ${reason}`, { cause: error });
  }
}

function firstIssue(error: z.ZodError): { path: string[]; message: string } {
  const issue = error.issues[0];
  if (issue === undefined) return { path: [], message: 'invalid' };
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0] ?? ''], message: 'there is no such key' };
  return { path, message: issue.message };
}

/** The line on which the last part of a key path is named, searched below the lines of the parts before it. 1 when it isn't found. */
function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split('\n');
  let from = 0;
  for (const part of path) {
    const found = lines.findIndex((line, index) => index >= from && mentions(line, part));
    if (found === -1) break;
    from = found;
  }
  return from + 1;
}

function mentions(line: string, key: string): boolean {
  const code = line.split('#', 1)[0] ?? '';
  return code.trimStart().startsWith('[') ? code.includes(key) : (code.split('=', 1)[0] ?? '').includes(key);
}

function compile(file: ConfigurationFile): Configuration {
  const { permissions, projects: _projects, ...rest } = file;
  const configuration: Configuration = {};
  if (rest.approval_policy !== undefined) configuration.approval_policy = rest.approval_policy;
  if (rest.sandbox_mode !== undefined) configuration.sandbox_mode = rest.sandbox_mode;
  if (rest.sandbox_workspace_write !== undefined) configuration.sandbox_workspace_write = rest.sandbox_workspace_write;
  if (rest.default_permissions !== undefined) configuration.default_permissions = rest.default_permissions;
  if (permissions !== undefined) {
    configuration.permissions = Object.fromEntries(
      Object.entries(permissions).map(([name, section]) => [name, compileProfile(name, section)]),
    );
  }
  return configuration;
}

function compileProfile(name: string, section: z.infer<typeof ProfileSection>): PermissionProfile {
  const entries: FileSystemSandboxEntry[] = [];
  for (const [key, value] of Object.entries(section.filesystem)) {
    if (typeof value === 'string') {
      entries.push({ path: profilePath(name, key), access: grant(value) });
      continue;
    }
    if (key !== ':workspace_roots') {
      throw new CliError(
        'BAD_CONFIG',
        `permissions.${name}.filesystem: only ":workspace_roots" has entries of its own, not ${JSON.stringify(key)}`,
      );
    }
    for (const [subpath, access] of Object.entries(value)) {
      entries.push({ path: workspacePath(subpath), access: grant(access) });
    }
  }
  return {
    type: 'managed',
    file_system: { type: 'restricted', entries },
    network: section.network.enabled ? 'enabled' : 'restricted',
  };
}

function grant(access: z.infer<typeof Access>): 'read' | 'write' | 'deny' {
  return access === 'none' ? 'deny' : access;
}

const isGlob = (text: string) => /[*?[\]]/.test(text);

function workspacePath(subpath: string): FileSystemPath {
  if (isGlob(subpath)) return { type: 'glob_pattern', pattern: subpath };
  return { type: 'special', value: subpath === '.' ? { kind: 'project_roots' } : { kind: 'project_roots', subpath } };
}

function profilePath(profile: string, key: string): FileSystemPath {
  switch (key) {
    case ':root':
      return { type: 'special', value: { kind: 'root' } };
    case ':minimal':
      return { type: 'special', value: { kind: 'minimal' } };
    case ':workspace_roots':
      return { type: 'special', value: { kind: 'project_roots' } };
    case ':tmpdir':
      return { type: 'special', value: { kind: 'tmpdir' } };
    case ':slash_tmp':
      return { type: 'special', value: { kind: 'slash_tmp' } };
  }
  if (key.startsWith(':')) return { type: 'special', value: { kind: 'unknown', path: key } };
  if (isGlob(key)) return { type: 'glob_pattern', pattern: key };
  if (key === '~' || key.startsWith('~/')) return { type: 'path', path: absolutePath(join(homedir(), key.slice(1))) };
  if (!key.startsWith('/')) {
    throw new CliError(
      'BAD_CONFIG',
      `permissions.${profile}.filesystem: ${JSON.stringify(key)} must be absolute, start with ~/ or be a special token such as ":root"`,
    );
  }
  return { type: 'path', path: absolutePath(resolve(key)) };
}
