import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AskForApproval, PermissionProfile, SandboxMode, SandboxPolicy } from '@sallyport/protocol';
import { policyForMode, type ResolvedPolicy, resolvePolicy } from '@sallyport/sandboxing';
import { absolutePath } from './absolute-path.js';
import { CliError } from './cli-error.js';
import type { Configuration } from './configuration.js';
import { sallyportHome } from './sallyport-home.js';

/** The options that all commands which need a policy share, as commander gives them. */
export interface PolicyOptions {
  cd?: string;
  sandbox?: SandboxMode;
  permissions?: string;
  ask?: 'untrusted' | 'on-request' | 'never' | 'on-failure';
  addDir?: string[];
  /** Absent when neither `--network` nor `--no-network` was given. */
  network?: boolean;
  config?: string[];
}

/** What a command runs under, from options over configuration over defaults. */
export interface Settings {
  /** Resolved: the real path of the folder. */
  cwd: string;
  policy: ResolvedPolicy;
  /** The policy as it was configured, before its symbols were resolved. */
  source: SandboxPolicy | PermissionProfile;
  ask: AskForApproval;
  warnings: string[];
}

/**
 * Resolves what a command runs under. Without a configuration file it reads two folder entries and loads no schema.
 *
 * @throws CliError for a folder, option or configuration that can't be used
 */
export async function resolveSettings(options: PolicyOptions, env: NodeJS.ProcessEnv = process.env): Promise<Settings> {
  const cwd = workingDirectory(options.cd);
  const { configuration, warnings } = await readConfiguration(cwd, options.config ?? [], env);
  const source = policySource(options, configuration, cwd);
  const policy = resolvePolicy(source, { cwd, ...(env['TMPDIR'] ? { tmpdir: env['TMPDIR'] } : {}) });
  const ask = options.ask ?? configuration.approval_policy ?? 'on-request';
  return {
    cwd,
    policy,
    source,
    ask: ask === 'on-failure' ? 'on-request' : ask,
    warnings: [...warnings, ...policy.warnings],
  };
}

function workingDirectory(given: string | undefined): string {
  const path = resolve(given ?? '.');
  if (path.includes('\0')) throw new CliError('BAD_WORKING_DIRECTORY', `--cd: a path can't contain a NUL byte`);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new CliError('BAD_WORKING_DIRECTORY', `--cd: there is no folder ${path}`);
  if (!stat.isDirectory()) throw new CliError('BAD_WORKING_DIRECTORY', `--cd: ${path} is not a folder`);
  return realpathSync(path);
}

async function readConfiguration(
  cwd: string,
  overrides: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ configuration: Configuration; warnings: string[] }> {
  const userFile = join(sallyportHome(env), 'config.toml');
  const projectFile = join(cwd, '.sallyport', 'config.toml');
  const userText = readIfPresent(userFile);
  const projectText = projectFile === userFile ? undefined : readIfPresent(projectFile);
  if (userText === undefined && projectText === undefined && overrides.length === 0) {
    return { configuration: {}, warnings: [] };
  }
  const { loadConfiguration } = await import('./configuration.js');
  return loadConfiguration({
    cwd,
    user: { file: userFile, text: userText },
    project: { file: projectFile, text: projectText },
    overrides,
  });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    // Going on without a policy that's there but can't be read would run with another one than the user's.
    throw new CliError('BAD_CONFIG', `${file} can't be read (${String(code)}): mend or remove it`, { cause: error });
  }
}

function policySource(
  options: PolicyOptions,
  configuration: Configuration,
  cwd: string,
): SandboxPolicy | PermissionProfile {
  const named = options.permissions ?? (options.sandbox === undefined ? configuration.default_permissions : undefined);
  if (named !== undefined && configuration.sandbox_mode !== undefined && options.permissions === undefined) {
    throw new CliError(
      'BAD_CONFIG',
      'the configuration has both sandbox_mode and default_permissions: keep one of them, or choose with --sandbox or --permissions',
    );
  }
  if (named !== undefined) return namedProfile(named, options, configuration);
  const mode = options.sandbox ?? configuration.sandbox_mode ?? 'workspace-write';
  const addDirs = (options.addDir ?? []).map((dir) => absolutePath(addedDirectory(dir)));
  if (mode !== 'workspace-write' && addDirs.length > 0) {
    throw new CliError('BAD_OPTION', `--add-dir only works with --sandbox workspace-write, not with ${mode}`);
  }
  if (mode === 'danger-full-access') {
    if (options.network === false) {
      throw new CliError('BAD_OPTION', '--no-network: danger-full-access has no sandbox that could block the network');
    }
    return policyForMode(mode);
  }
  if (mode === 'read-only') return policyForMode(mode, { network: options.network ?? false });
  const section = configuration.sandbox_workspace_write ?? {};
  return {
    type: 'workspace-write',
    writable_roots: [...(section.writable_roots ?? []).map((root) => absolutePath(resolve(cwd, root))), ...addDirs],
    network_access: options.network ?? section.network_access ?? false,
    exclude_tmpdir_env_var: section.exclude_tmpdir_env_var ?? false,
    exclude_slash_tmp: section.exclude_slash_tmp ?? false,
  };
}

/** A folder the user names must be there: a grant that is dropped silently shows up as a puzzling denial later. */
function addedDirectory(dir: string): string {
  const path = resolve(dir);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError('BAD_OPTION', `--add-dir: there is no folder ${path}`);
  }
  return realpathSync(path);
}

/** The profiles that need no configuration, as their legacy equivalents. */
const builtInProfiles: Readonly<Record<string, SandboxMode>> = {
  ':read-only': 'read-only',
  ':workspace': 'workspace-write',
  ':danger-full-access': 'danger-full-access',
};

function namedProfile(
  name: string,
  options: PolicyOptions,
  configuration: Configuration,
): SandboxPolicy | PermissionProfile {
  if (options.addDir !== undefined || options.network !== undefined) {
    throw new CliError(
      'BAD_OPTION',
      `--add-dir and --network change a --sandbox mode: put them into the profile "${name}" instead`,
    );
  }
  const builtIn = builtInProfiles[name];
  if (builtIn !== undefined) return policyForMode(builtIn);
  const profile = configuration.permissions?.[name];
  if (profile === undefined) {
    const known = [...Object.keys(builtInProfiles), ...Object.keys(configuration.permissions ?? {})];
    throw new CliError('BAD_OPTION', `there is no permission profile "${name}": known are ${known.join(', ')}`);
  }
  return profile;
}
