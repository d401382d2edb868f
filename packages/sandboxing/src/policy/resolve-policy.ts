import { isAbsolute, join, relative, resolve } from 'node:path';
import type { FileSystemPath, FileSystemSandboxEntry, PermissionProfile, SandboxPolicy } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { nodePathProbe, type PathProbe } from '../path-probe.js';
import { canonicalPath } from './canonical-path.js';
import { MINIMAL_ROOTS } from './minimal-roots.js';
import { byDepth, isUnder, upwards } from './path-order.js';
import { PolicyError } from './policy-error.js';
import { gitDirectoryOf, PROTECTED_METADATA_NAMES } from './protected-metadata.js';
import type { Access, AccessDecision, ResolvedEntry, ResolvedPolicy, WritableRoot } from './resolved-policy.js';
import { splitPolicy } from './split-policy.js';

/** What a policy's symbols stand for. */
export interface ResolutionContext {
  /** The workspace folder, absolute. */
  readonly cwd: string;
  /** The value of `$TMPDIR`, where it is set. */
  readonly tmpdir?: string;
}

/**
 * What a policy means here and now: symbols and symbolic links resolved, one decision a path.
 *
 * The deepest entry on a path decides; at equal depth deny beats write beats read; what no entry covers is denied.
 * Protected names ({@link PROTECTED_METADATA_NAMES}) at the top of each writable folder stay read-only unless an entry
 * of the policy names them, or something below them, itself.
 *
 * ```ts
 * import { policyForMode, resolvePolicy } from '@sallyport/sandboxing';
 *
 * const policy = resolvePolicy(policyForMode('workspace-write'), { cwd: '/srv/project' });
 * console.log(policy.decide('/srv/project/.git/config').by.rule);
 * ```
 *
 * @throws {PolicyError} for an entry that can't be enforced: a glob, a path that leaves its workspace folder.
 */
export function resolvePolicy(
  source: SandboxPolicy | PermissionProfile,
  context: ResolutionContext,
  probe: PathProbe = nodePathProbe,
): ResolvedPolicy {
  if (!isAbsolute(context.cwd)) throw new PolicyError(`the working folder must be an absolute path: ${context.cwd}`);
  const { enforcement, file_system: files, network } = splitPolicy(source);
  if (files.kind !== 'restricted') return unrestricted(enforcement, files.kind, network);

  const warnings: string[] = [];
  const table = new Map<string, ResolvedEntry>();
  let platformDefaults = false;
  for (const entry of files.entries) {
    if (entry.path.type === 'special' && entry.path.value.kind === 'minimal') {
      platformDefaults ||= entry.access !== 'deny';
      continue;
    }
    const spelled = spell(entry, context, probe, warnings);
    if (spelled !== undefined) addEntry(table, spelled, entry.access, probe, warnings);
  }
  if (platformDefaults) addMinimalRoots(table, probe);
  const fullDiskWrite =
    table.get('/')?.access === 'write' && [...table.values()].every(({ access }) => access === 'write');
  if (!fullDiskWrite) protectMetadata(table, probe);

  const decide = (path: string): AccessDecision => decideIn(table, canonicalPath(path, probe));
  const entries = [...table.values()].sort((a, b) => byDepth(a.path, b.path));
  const denied = entries.filter(({ access, path }) => access === 'deny' && path !== '/');
  const fullDiskRead = table.has('/') && entries.every(({ access }) => access !== 'deny');
  return {
    enforcement,
    network,
    fileSystemKind: 'restricted',
    fullDiskRead,
    fullDiskWrite,
    hasDeniedReads: denied.length > 0,
    platformDefaults: platformDefaults && !fullDiskRead,
    entries,
    readableRoots: fullDiskRead ? [] : entries.filter(({ access }) => access !== 'deny').map(({ spelled }) => spelled),
    writableRoots: fullDiskWrite ? [] : writableRoots(entries),
    unreadablePaths: denied.map(({ path }) => path),
    warnings,
    decide,
  };
}

function unrestricted(
  enforcement: ResolvedPolicy['enforcement'],
  kind: 'unrestricted' | 'external-sandbox',
  network: ResolvedPolicy['network'],
): ResolvedPolicy {
  const rule =
    kind === 'unrestricted' ? 'the file system is not restricted' : 'the file system is left to an external sandbox';
  const decision: AccessDecision = { access: 'write', by: { rule, path: '/', access: 'write', origin: 'policy' } };
  return {
    enforcement,
    network,
    fileSystemKind: kind,
    fullDiskRead: true,
    fullDiskWrite: true,
    hasDeniedReads: false,
    platformDefaults: false,
    entries: [],
    readableRoots: [],
    writableRoots: [],
    unreadablePaths: [],
    warnings: [],
    decide: () => decision,
  };
}

/** Where an entry applies, absolute; `undefined` where it applies to nothing on this machine. */
function spell(
  entry: FileSystemSandboxEntry,
  context: ResolutionContext,
  probe: PathProbe,
  warnings: string[],
): string | undefined {
  const { path, access } = entry;
  switch (path.type) {
    case 'glob_pattern':
      throw new PolicyError(
        `the policy entry ${rule(path.pattern, access)} is a pattern, which no backend enforces yet: name the files or folders instead`,
        { rule: rule(path.pattern, access) },
      );
    case 'path':
      if (path.path.startsWith('/')) return resolve(path.path);
      warnings.push(
        `the policy entry ${rule(path.path, access)} has no effect: the path is of another operating system`,
      );
      return undefined;
    case 'special':
      return spellSpecial(path.value, access, context, probe, warnings);
    default:
      return assertNever(path, 'path type');
  }
}

function spellSpecial(
  special: Extract<FileSystemPath, { type: 'special' }>['value'],
  access: Access,
  context: ResolutionContext,
  probe: PathProbe,
  warnings: string[],
): string | undefined {
  switch (special.kind) {
    case 'root':
      return '/';
    case 'project_roots': {
      if (special.subpath === undefined) return resolve(context.cwd);
      const path = resolve(context.cwd, special.subpath);
      if (isAbsolute(special.subpath) || relative(resolve(context.cwd), path).split('/')[0] === '..') {
        throw new PolicyError(
          `the policy entry for "${special.subpath}" of the workspace folder leaves that folder: use a path entry`,
          { rule: rule(special.subpath, access) },
        );
      }
      return path;
    }
    case 'tmpdir':
      if (context.tmpdir === undefined || context.tmpdir === '') return undefined;
      if (isAbsolute(context.tmpdir)) return resolve(context.tmpdir);
      warnings.push(`TMPDIR is not an absolute path (${context.tmpdir}): the policy entry for it has no effect`);
      return undefined;
    case 'slash_tmp':
      return probe.kindOf('/tmp') === 'missing' ? undefined : '/tmp';
    case 'minimal':
      return undefined;
    case 'unknown':
      warnings.push(
        `the policy entry for the special path "${special.path}" has no effect: this version doesn't know it`,
      );
      return undefined;
    default:
      return assertNever(special, 'special path');
  }
}

/** What wins on the same path. */
const precedence: Readonly<Record<Access, number>> = { read: 0, write: 1, deny: 2 };

function addEntry(
  table: Map<string, ResolvedEntry>,
  spelled: string,
  access: Access,
  probe: PathProbe,
  warnings: string[],
): void {
  const path = canonicalPath(spelled, probe);
  if (access === 'write' && probe.kindOf(path) === 'missing') {
    // It can't be made inside the sandbox either: its parent isn't writable, or, where it is, nothing is lost.
    warnings.push(`the policy entry ${rule(spelled, access)} has no effect: the path doesn't exist`);
    return;
  }
  const known = table.get(path);
  if (known !== undefined && precedence[known.access] >= precedence[access]) return;
  table.set(path, { path, spelled, access, rule: rule(spelled, access), origin: 'policy' });
}

function addMinimalRoots(table: Map<string, ResolvedEntry>, probe: PathProbe): void {
  for (const spelled of MINIMAL_ROOTS) {
    const path = probe.realpath(spelled);
    if (path === undefined || table.has(path)) continue;
    table.set(path, { path, spelled, access: 'read', rule: `"${spelled}" = read (minimal)`, origin: 'policy' });
  }
}

/** Entries for the protected names of each writable folder, where the policy doesn't name them itself. */
function protectMetadata(table: Map<string, ResolvedEntry>, probe: PathProbe): void {
  const protect = (spelled: string, path: string, words: string): void => {
    if (table.has(path) || decideIn(table, path).access !== 'write') return;
    table.set(path, {
      path,
      spelled,
      access: 'read',
      rule: `${words} = read (protected metadata)`,
      origin: 'protected_metadata',
    });
  };
  const roots = [...table.values()].filter(
    ({ access, path }) => access === 'write' && probe.kindOf(path) === 'directory',
  );
  for (const { path: root } of roots) {
    // Before its `.git`, so that an entry of the policy for the folder pointed to is what counts.
    const pointedTo = gitDirectoryOf(root, probe);
    for (const name of PROTECTED_METADATA_NAMES)
      protect(join(root, name), childOf(root, name, probe), `"${name}" of "${root}"`);
    if (pointedTo !== undefined) protect(pointedTo, canonicalPath(pointedTo, probe), `the Git folder of "${root}"`);
  }
}

/** The canonical path of what is directly in a canonical folder. Most of it is no link, and to find that out is cheap. */
function childOf(folder: string, name: string, probe: PathProbe): string {
  const path = join(folder, name);
  return probe.kindOf(path) === 'symlink' ? canonicalPath(path, probe) : path;
}

function decideIn(table: ReadonlyMap<string, ResolvedEntry>, path: string): AccessDecision {
  for (const candidate of upwards(path)) {
    const entry = table.get(candidate);
    if (entry !== undefined) return { access: entry.access, by: entry };
  }
  return { access: 'deny', by: { rule: 'no entry covers it', path: '/', access: 'deny', origin: 'default' } };
}

function writableRoots(entries: readonly ResolvedEntry[]): WritableRoot[] {
  return entries
    .filter(({ access }) => access === 'write')
    .map(({ path: root }) => {
      const narrower = entries.filter(({ path, access }) => access !== 'write' && path !== root && isUnder(path, root));
      return {
        root,
        readOnlySubpaths: narrower.map(({ path }) => path),
        protectedMetadataNames: PROTECTED_METADATA_NAMES.filter((name) =>
          narrower.some(({ path, origin }) => origin === 'protected_metadata' && path === join(root, name)),
        ),
      };
    });
}

function rule(path: string, access: Access): string {
  return `"${path}" = ${access}`;
}
