// From a policy to bubblewrap's arguments (bwrap(1)). Pure but for the probe; starts nothing, creates nothing.

import { dirname, join } from 'node:path';
import { ARGUMENT_BYTES, BUBBLEWRAP_ARGUMENTS } from '../limits.js';
import { lookingOnce, nodePathProbe, type PathProbe } from '../path-probe.js';
import { canonicalPath } from '../policy/canonical-path.js';
import { byDepth, isUnder, upwards } from '../policy/path-order.js';
import { PolicyError } from '../policy/policy-error.js';
import type { Access, ResolvedEntry, ResolvedPolicy } from '../policy/resolved-policy.js';
import type { SeccompMode } from '../seccomp/compile-seccomp-program.js';

/** What bubblewrap is to be started with. Serializable. */
export interface BubblewrapPlan {
  /** Everything before the descriptors, `--` and the command. */
  readonly args: readonly string[];
  /** The system-call filter that belongs to it. */
  readonly seccomp: SeccompMode;
  /**
   * Paths that have to exist on the host, empty, for as long as the sandbox lives, since something is mounted on them.
   * bubblewrap would create them and leave them behind: whoever launches creates and removes them.
   */
  readonly syntheticTargets: readonly SyntheticTarget[];
}

/** A mount point that isn't there yet. */
export interface SyntheticTarget {
  readonly path: string;
  readonly kind: 'directory' | 'file';
}

/** What a plan depends on besides the policy. */
export interface BubblewrapPlanOptions {
  /** The command's working folder, canonical. */
  readonly cwd: string;
  /** More folders that stay read-only where the policy would let them be written. Absolute. */
  readonly protectedPaths?: readonly string[];
}

/**
 * Compiles a managed policy to bubblewrap's arguments.
 *
 * Entries are mounted folders first, so that what lies deeper is mounted over what lies higher, once, and after
 * everything that encloses it. On the way from a writable folder to a narrower path in it each folder is bound onto
 * itself: a mount point can't be renamed, and renaming a folder above a mask would carry what is masked away from it.
 *
 * ```ts
 * import { compileBubblewrapPlan, policyForMode, resolvePolicy } from '@sallyport/sandboxing';
 *
 * const policy = resolvePolicy(policyForMode('read-only'), { cwd: '/' });
 * console.log(compileBubblewrapPlan(policy, { cwd: '/' }).args.join(' '));
 * ```
 *
 * @throws {PolicyError} for what bubblewrap can't enforce as it reads: a narrower path behind a symbolic link that the
 * command could replace; an entry within /proc, which is always the sandbox's own; a working folder that the policy
 * hides; more than bubblewrap takes.
 */
export function compileBubblewrapPlan(
  policy: ResolvedPolicy,
  options: BubblewrapPlanOptions,
  probe: PathProbe = nodePathProbe,
): BubblewrapPlan {
  if (policy.enforcement !== 'managed' || policy.fileSystemKind === 'external-sandbox') {
    throw new PolicyError('this policy is not for us to enforce: there is no plan for bubblewrap');
  }
  const mounts = new MountList(policy, lookingOnce(probe));
  if (!policy.fullDiskWrite) {
    for (const entry of policy.entries) mounts.add(entry);
    for (const path of [...(options.protectedPaths ?? [])].sort(byDepth)) mounts.protect(path);
  }
  requireVisible(options.cwd, policy);
  const args = [
    '--new-session',
    '--die-with-parent',
    ...mounts.base(),
    ...mounts.args,
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    ...(policy.network === 'restricted' ? ['--unshare-net'] : []),
    '--proc',
    '/proc',
    // The root made for a policy that doesn't open the real one: nothing may be left to write in it.
    ...(mounts.hasOwnRoot ? ['--remount-ro', '/'] : []),
    '--chdir',
    options.cwd,
    '--cap-drop',
    'ALL',
  ];
  requireLimits(args);
  return {
    args,
    seccomp: policy.network === 'restricted' ? 'restricted' : 'network-enabled',
    syntheticTargets: mounts.syntheticTargets,
  };
}

/** Mounts in the order they are to be made, and what of them the next one has to know. */
class MountList {
  readonly args: string[] = [];
  readonly syntheticTargets: SyntheticTarget[] = [];
  readonly hasOwnRoot: boolean;
  /** What a path is inside the sandbox so far, by the mounts made: the nearest one above counts. */
  private readonly states = new Map<string, Access>();
  /** Paths that are mount points inside the sandbox. */
  private readonly mounted = new Set<string>(['/']);
  private readonly policy: ResolvedPolicy;
  private readonly probe: PathProbe;

  constructor(policy: ResolvedPolicy, probe: PathProbe) {
    this.policy = policy;
    this.probe = probe;
    const root = policy.fullDiskWrite ? 'write' : (policy.entries.find(({ path }) => path === '/')?.access ?? 'deny');
    this.hasOwnRoot = root === 'deny';
    this.states.set('/', root);
  }

  /** What everything else is mounted on. */
  base(): string[] {
    // A plain bind mount has no devices: a command that may write anywhere also gets the host's own.
    if (this.policy.fullDiskWrite) return ['--bind', '/', '/', '--dev-bind', '/dev', '/dev'];
    const device = ['--dev', '/dev'];
    switch (this.stateAt('/')) {
      case 'write':
        return ['--bind', '/', '/', ...device];
      case 'read':
        return ['--ro-bind', '/', '/', ...device];
      default:
        return ['--tmpfs', '/', ...device, ...this.aliases()];
    }
  }

  add(entry: ResolvedEntry): void {
    if (entry.path === '/') return;
    if (isUnder(entry.path, '/proc')) {
      throw new PolicyError(`bubblewrap can't enforce the policy entry ${entry.rule}: /proc is the sandbox's own`, {
        rule: entry.rule,
      });
    }
    if (entry.access === 'write') this.open(entry.path, 'write');
    else if (this.stateAt(entry.path) === 'deny' && entry.access === 'read') this.open(entry.path, 'read');
    else this.narrow(this.anchor(entry), entry);
  }

  /** Keeps a folder read-only that the policy lets be written. */
  protect(path: string): void {
    const canonical = canonicalPath(path, this.probe);
    if (this.stateAt(canonical) !== 'write') return;
    const rule = `"${path}" = read (Sallyport's own)`;
    this.narrow(this.anchor({ spelled: path, rule }), { access: 'read', rule, origin: 'protected_metadata' });
  }

  /** Makes a path visible or writable that isn't. A missing one stays missing. */
  private open(path: string, access: 'read' | 'write'): void {
    const state = this.stateAt(path);
    if (state === access || this.probe.kindOf(path) === 'missing') return;
    this.args.push(access === 'write' ? '--bind' : '--ro-bind', path, path);
    this.mounted.add(path);
    this.states.set(path, access);
  }

  /** Takes something away from a path that may be read or written so far. */
  private narrow(path: string, entry: Pick<ResolvedEntry, 'access' | 'rule' | 'origin'>): void {
    const state = this.stateAt(path);
    if (state === 'deny' || state === entry.access) return;
    const missing = this.firstMissing(path);
    if (missing !== undefined && state !== 'write') return; // nobody inside can create it
    if (missing !== undefined && this.states.has(missing)) return; // another entry has the same first missing component
    const target = missing ?? path;
    if (state === 'write') this.pinFoldersAbove(target);
    if (missing !== undefined) this.maskMissing(target, entry);
    else if (entry.access === 'read') this.args.push('--ro-bind', target, target);
    else this.hide(target);
    this.mounted.add(target);
    this.states.set(target, entry.access === 'deny' ? 'deny' : 'read');
  }

  private maskMissing(path: string, entry: Pick<ResolvedEntry, 'access' | 'origin'>): void {
    if (entry.access === 'read' && entry.origin === 'protected_metadata') {
      this.syntheticTargets.push({ path, kind: 'directory' });
      this.args.push('--perms', '555', '--tmpfs', path, '--remount-ro', path);
      return;
    }
    // Nobody knows what it would have been. A file that can't be written gives the clearest error to a shell.
    this.syntheticTargets.push({ path, kind: 'file' });
    this.args.push('--ro-bind', entry.access === 'deny' ? '/dev/null' : path, path);
  }

  private hide(path: string): void {
    if (this.probe.kindOf(path) !== 'directory') {
      // bubblewrap's binds have no devices: opening this one fails with EACCES.
      this.args.push('--ro-bind', '/dev/null', path);
      return;
    }
    const reopened = this.reopenedBelow(path);
    this.args.push('--perms', reopened.length === 0 ? '000' : '111', '--tmpfs', path);
    for (const below of reopened) {
      if (this.probe.kindOf(below) === 'directory') this.args.push('--dir', below);
      else this.args.push('--ro-bind', '/dev/null', below);
    }
    this.args.push('--remount-ro', path);
  }

  /** Existing paths that an entry opens again below a denied folder, and that need a mount point in its place. */
  private reopenedBelow(folder: string): string[] {
    return this.policy.entries
      .filter(({ path, access }) => access !== 'deny' && path !== folder && isUnder(path, folder))
      .filter(
        ({ path }) => this.policy.decide(dirname(path)).access === 'deny' && this.probe.kindOf(path) !== 'missing',
      )
      .map(({ path }) => path);
  }

  /** Binds each folder between a mount point and a path onto itself, so that none of them can be renamed. */
  private pinFoldersAbove(path: string): void {
    const folders: string[] = [];
    for (const folder of upwards(dirname(path))) {
      if (this.mounted.has(folder)) break;
      folders.unshift(folder);
    }
    for (const folder of folders) {
      this.args.push('--bind', folder, folder);
      this.mounted.add(folder);
    }
  }

  /**
   * The path of an entry with the symbolic links followed that the command can't replace.
   *
   * @throws {PolicyError} for one that it could: it would be the link's target that is protected, and the command would
   * put something else in the link's place.
   */
  private anchor(entry: Pick<ResolvedEntry, 'spelled' | 'rule'>): string {
    let at = '/';
    for (const part of entry.spelled.split('/').filter((name) => name !== '')) {
      const next = join(at, part);
      if (this.probe.kindOf(next) !== 'symlink') {
        at = next;
        continue;
      }
      if (this.stateAt(at) === 'write') {
        throw new PolicyError(
          `bubblewrap can't enforce the policy entry ${entry.rule}: ${next} is a symbolic link that the command could replace. ` +
            'Name its target in the policy, or replace the link by what it points to',
          { rule: entry.rule },
        );
      }
      at = canonicalPath(next, this.probe);
    }
    return at;
  }

  private firstMissing(path: string): string | undefined {
    let missing: string | undefined;
    for (const candidate of upwards(path)) {
      if (this.probe.kindOf(candidate) !== 'missing') break;
      missing = candidate;
    }
    return missing;
  }

  private stateAt(path: string): Access {
    for (const candidate of upwards(path)) {
      const state = this.states.get(candidate);
      if (state !== undefined) return state;
    }
    return 'deny';
  }

  /**
   * Links such as /bin → usr/bin, by which the policy names what it opens: only their targets are mounted, so that a
   * link can't show what another entry hides.
   */
  private aliases(): string[] {
    const opened = this.policy.entries.filter(({ access }) => access !== 'deny');
    const made: string[] = [];
    return opened
      .filter(({ spelled, path }) => spelled !== path && this.probe.kindOf(path) !== 'missing')
      .sort((a, b) => byDepth(a.spelled, b.spelled))
      .flatMap(({ spelled, path }) => {
        if ([...made, ...opened.map((entry) => entry.path)].some((there) => isUnder(spelled, there))) return [];
        made.push(spelled);
        return ['--symlink', path, spelled];
      });
  }
}

function requireVisible(cwd: string, policy: ResolvedPolicy): void {
  const { access, by } = policy.decide(cwd);
  if (access !== 'deny') return;
  if (policy.entries.some(({ path, access: opened }) => opened !== 'deny' && isUnder(path, cwd))) return;
  throw new PolicyError(
    `the policy hides the command's own working folder ${cwd} (${by.rule}): let it be read, or work elsewhere`,
    {
      rule: by.rule,
    },
  );
}

function requireLimits(args: readonly string[]): void {
  const long = args.find((arg) => Buffer.byteLength(arg) >= ARGUMENT_BYTES);
  if (long !== undefined)
    throw new PolicyError(`the policy has a path of more than ${ARGUMENT_BYTES} bytes: ${long.slice(0, 80)}…`);
  if (args.length > BUBBLEWRAP_ARGUMENTS) {
    throw new PolicyError(
      `the policy needs ${args.length} arguments, and bubblewrap takes ${BUBBLEWRAP_ARGUMENTS}: use fewer entries`,
    );
  }
}
