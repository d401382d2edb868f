// From a policy to Landlock rules (landlock(7)). Pure but for the probe.

import { nodePathProbe, type PathProbe } from '../path-probe.js';
import { upwards } from '../policy/path-order.js';
import type { ResolvedEntry, ResolvedPolicy } from '../policy/resolved-policy.js';
import type { SeccompMode } from '../seccomp/compile-seccomp-program.js';

/** What the native helper is to enforce. Masks are those of `linux/landlock.h`. */
export interface LandlockPlan {
  readonly handledAccessFs: bigint;
  readonly handledAccessNet: bigint;
  readonly scoped: bigint;
  readonly rules: readonly LandlockRule[];
  readonly seccomp: SeccompMode;
}

/** Opens a path and everything below it. */
export interface LandlockRule {
  readonly path: string;
  readonly access: bigint;
}

/** The rules, or why the policy can't be said in rules. */
export type LandlockCompilation =
  | { readonly kind: 'plan'; readonly plan: LandlockPlan }
  /** `rule` is the entry that can't be said in Landlock, when it is one. */
  | { readonly kind: 'refused'; readonly reason: string; readonly rule?: string };

/** The version from which a command can be kept from signalling what is outside and from abstract sockets. */
export const REQUIRED_LANDLOCK_ABI = 6;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEV = 1n << 15n;
/** All of version 6: `EXECUTE` to `IOCTL_DEV`. Later versions add none to files. */
const EVERYTHING = (1n << 16n) - 1n;
const READING = EXECUTE | READ_FILE | READ_DIR;
/** What may stand in a rule for something that isn't a folder; the kernel refuses any other (EINVAL). */
const ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

const BIND_TCP = 1n << 0n;
const CONNECT_TCP = 1n << 1n;
const SCOPE_ABSTRACT_UNIX_SOCKET = 1n << 0n;
const SCOPE_SIGNAL = 1n << 1n;

/** What every program expects to write to. Harmless by itself: the filter closes TIOCSTI and its like. */
const DEVICES = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/tty',
  '/dev/ptmx',
  '/dev/pts',
];

/**
 * Compiles a managed policy to Landlock rules, or says why it can't be: a rule opens a path with everything below it,
 * so nothing below may be narrower. A workspace with protected names is therefore refused, naming the first of them.
 *
 * @param options `abi`: the kernel's Landlock version.
 */
export function compileLandlockPlan(
  policy: ResolvedPolicy,
  options: { abi: number },
  probe: PathProbe = nodePathProbe,
): LandlockCompilation {
  if (policy.enforcement !== 'managed' || policy.fileSystemKind === 'external-sandbox') {
    return { kind: 'refused', reason: 'this policy is not for us to enforce' };
  }
  if (options.abi < REQUIRED_LANDLOCK_ABI) {
    return {
      kind: 'refused',
      reason: `the kernel has version ${options.abi} of Landlock, and ${REQUIRED_LANDLOCK_ABI} (Linux 6.12) is needed to keep a command from signalling processes outside`,
    };
  }
  const narrower = policy.entries.find((entry) => isNarrower(entry, policy));
  if (narrower !== undefined) {
    return {
      kind: 'refused',
      reason: "a path below one that is opened can't be kept narrower",
      rule: narrower.rule,
    };
  }
  const restricted = policy.network === 'restricted';
  const opened = policy.fullDiskWrite ? [{ path: '/', access: EVERYTHING }] : rulesOf(policy);
  return {
    kind: 'plan',
    plan: {
      handledAccessFs: EVERYTHING,
      handledAccessNet: restricted ? BIND_TCP | CONNECT_TCP : 0n,
      scoped: restricted ? SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL : SCOPE_SIGNAL,
      rules: opened.flatMap(({ path, access }) => {
        const kind = probe.kindOf(path);
        if (kind === 'missing') return [];
        return [{ path, access: kind === 'directory' ? access : access & ON_FILES }];
      }),
      seccomp: restricted ? 'restricted' : 'network-enabled',
    },
  };
}

function rulesOf(policy: ResolvedPolicy): LandlockRule[] {
  return [
    ...policy.entries
      .filter(({ access }) => access !== 'deny')
      .map(({ path, access }) => ({ path, access: access === 'write' ? EVERYTHING : READING })),
    ...DEVICES.map((path) => ({ path, access: READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | IOCTL_DEV })),
  ];
}

/** Whether an entry takes away what the nearest one above it grants. */
function isNarrower(entry: ResolvedEntry, policy: ResolvedPolicy): boolean {
  if (entry.path === '/' || entry.access === 'write') return false;
  const byPath = new Map(policy.entries.map(({ path, access }) => [path, access]));
  for (const above of upwards(entry.path)) {
    if (above === entry.path) continue;
    const access = byPath.get(above);
    // Anything above counts, not just the nearest: rules add up.
    if (access === 'write' || (access === 'read' && entry.access === 'deny')) return true;
  }
  return false;
}
