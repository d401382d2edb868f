import { describe, expect, test } from 'vitest';
import { probeOf, profile, type Tree } from '../../test/support/tree.js';
import { PolicyError } from '../policy/policy-error.js';
import { policyForMode } from '../policy/policy-for-mode.js';
import { resolvePolicy } from '../policy/resolve-policy.js';
import type { Access } from '../policy/resolved-policy.js';
import { compileBubblewrapPlan } from './compile-bubblewrap-plan.js';

const tree: Tree = {
  '/ws/src/deep': null,
  '/ws/secret': null,
  '/ws/key': 'k',
  '/tmp': null,
  '/home/you/.ssh': null,
  '/usr/bin': null,
  '/bin': { to: 'usr/bin' },
};

/** The mounts of a plan, without what every plan has. */
function mountsOf(
  entries: Record<string, Access>,
  over: { tree?: Tree; cwd?: string; protectedPaths?: string[] } = {},
): string {
  const probe = probeOf(over.tree ?? tree);
  const cwd = over.cwd ?? '/ws';
  const { args } = compileBubblewrapPlan(
    resolvePolicy(profile(entries), { cwd }, probe),
    { cwd, ...(over.protectedPaths === undefined ? {} : { protectedPaths: over.protectedPaths }) },
    probe,
  );
  const text = args.join(' ');
  return text.slice(text.indexOf('--die-with-parent') + '--die-with-parent '.length, text.indexOf(' --unshare-user'));
}

const noMetadata = Object.fromEntries(['.git', '.agents', '.codex', '.sallyport'].map((name) => [`/ws/${name}`, null]));
const plain: Tree = { ...tree, ...noMetadata };
/** Opens the protected names, so that only what a test is about is mounted. */
const opened = Object.fromEntries(Object.keys(noMetadata).map((path) => [path, 'write' as const]));

/** The protected names of the opened folders themselves are protected, too. */
function withoutMetadata(mounts: string): string {
  return mounts.replace(/ --perms 555 --tmpfs \S+ --remount-ro \S+/g, '').replace(/ --bind (\/ws\/\.\w+) \1/g, '');
}

describe('mounts, folders before what lies in them', () => {
  test.each<[string, Record<string, Access>, string]>([
    ['everything read-only', { ':root': 'read' }, '--ro-bind / / --dev /dev'],
    ['everything writable', { ':root': 'write' }, '--bind / / --dev-bind /dev /dev'],
    ['a writable folder', { ':root': 'read', ':ws': 'write', ...opened }, '--ro-bind / / --dev /dev --bind /ws /ws'],
    [
      'one that is read-only again',
      { ':root': 'read', ':ws': 'write', ...opened, '/ws/src': 'read' },
      '--ro-bind / / --dev /dev --bind /ws /ws --ro-bind /ws/src /ws/src',
    ],
    [
      'and deeper: the folder above is pinned, so that it can’t be renamed',
      { ':root': 'read', ':ws': 'write', ...opened, '/ws/src/deep': 'read' },
      '--ro-bind / / --dev /dev --bind /ws /ws --bind /ws/src /ws/src --ro-bind /ws/src/deep /ws/src/deep',
    ],
    [
      'a hidden folder',
      { ':root': 'read', '/ws/secret': 'deny' },
      '--ro-bind / / --dev /dev --perms 000 --tmpfs /ws/secret --remount-ro /ws/secret',
    ],
    ['a hidden file', { ':root': 'read', '/ws/key': 'deny' }, '--ro-bind / / --dev /dev --ro-bind /dev/null /ws/key'],
    [
      'a writable folder in a hidden one',
      { ':root': 'read', '/ws': 'deny', '/ws/src': 'write' },
      '--ro-bind / / --dev /dev --perms 111 --tmpfs /ws --dir /ws/src --remount-ro /ws --bind /ws/src /ws/src',
    ],
    [
      'only what is opened',
      { ':minimal': 'read', '/ws': 'read' },
      '--tmpfs / --dev /dev --symlink /usr/bin /bin --ro-bind /usr /usr --ro-bind /ws /ws',
    ],
  ])('%s', (what, entries, expected) => {
    const mounts = mountsOf(entries, {
      tree: plain,
      cwd: what === 'a writable folder in a hidden one' ? '/ws/src' : '/ws',
    });
    expect(withoutMetadata(mounts)).toBe(expected);
  });

  test('a protected name that isn’t there is an empty folder, and asked for from whoever launches', () => {
    const probe = probeOf({ '/ws': null });
    const plan = compileBubblewrapPlan(
      resolvePolicy(profile({ ':root': 'read', ':ws': 'write' }), { cwd: '/ws' }, probe),
      { cwd: '/ws' },
      probe,
    );
    expect(plan.args.join(' ')).toContain('--perms 555 --tmpfs /ws/.git --remount-ro /ws/.git');
    expect(plan.syntheticTargets.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'directory /ws/.agents',
      'directory /ws/.codex',
      'directory /ws/.git',
      'directory /ws/.sallyport',
    ]);
  });

  test('a missing denied or read-only path below a writable one can’t be made', () => {
    const mounts = mountsOf(
      { ':root': 'read', ':ws': 'write', ...opened, '/ws/later': 'deny', '/ws/new': 'read' },
      { tree: plain },
    );
    expect(mounts).toContain('--ro-bind /dev/null /ws/later');
    expect(mounts).toContain('--ro-bind /ws/new /ws/new');
  });

  test('two entries with the same missing folder have one mask', () => {
    const mounts = mountsOf(
      { ':root': 'read', ':ws': 'write', ...opened, '/ws/later/a': 'deny', '/ws/later/b': 'deny' },
      { tree: plain },
    );
    expect(mounts.match(/\/ws\/later/g)).toHaveLength(1);
  });

  test('own paths stay read-only below a writable one, and only there', () => {
    const mounts = mountsOf(
      { ':root': 'read', ':ws': 'write', ...opened },
      { tree: plain, protectedPaths: ['/ws/src', '/usr'] },
    );
    expect(withoutMetadata(mounts)).toBe('--ro-bind / / --dev /dev --bind /ws /ws --ro-bind /ws/src /ws/src');
  });
});

describe('what can’t be enforced as it reads is refused, naming the entry', () => {
  test.each<[string, Record<string, Access>, Tree, RegExp]>([
    [
      'a denied path behind a link that the command could replace',
      { ':root': 'read', ':ws': 'write', ...opened, '/ws/l/x': 'deny' },
      { ...plain, '/ws/l': { to: '/home/you' }, '/home/you/x': null },
      /"\/ws\/l\/x" = deny.*\/ws\/l is a symbolic link/,
    ],
    [
      'an entry in /proc',
      { ':root': 'read', '/proc/sys': 'deny' },
      { ...plain, '/proc/sys': null },
      /"\/proc\/sys" = deny.*\/proc/,
    ],
    [
      'a hidden working folder',
      { ':root': 'read', '/ws': 'deny' },
      plain,
      /hides the command's own working folder \/ws/,
    ],
  ])('%s', (_what, entries, files, message) => {
    expect(() => mountsOf(entries, { tree: files })).toThrow(PolicyError);
    expect(() => mountsOf(entries, { tree: files })).toThrow(message);
  });

  test('a link that the command can’t replace is followed', () => {
    const mounts = mountsOf(
      { ':root': 'read', '/l/x': 'deny' },
      { tree: { '/l': { to: '/data' }, '/data/x': null, '/ws': null } },
    );
    expect(mounts).toBe('--ro-bind / / --dev /dev --perms 000 --tmpfs /data/x --remount-ro /data/x');
  });

  test('more than bubblewrap takes', () => {
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/ws/f${index}`, 'deny' as const]));
    const files = Object.fromEntries(Object.keys(many).map((path) => [path, '']));
    expect(() => mountsOf({ ':root': 'read', ...many }, { tree: { ...plain, ...files } })).toThrow(
      /bubblewrap takes 9000/,
    );
  });

  test('a policy that is somebody else’s to enforce', () => {
    const policy = resolvePolicy(policyForMode('danger-full-access'), { cwd: '/ws' }, probeOf(plain));
    expect(() => compileBubblewrapPlan(policy, { cwd: '/ws' }, probeOf(plain))).toThrow(PolicyError);
  });
});

test.each([
  ['restricted', true],
  ['enabled', false],
] as const)('with the network %s', (network, isolated) => {
  const probe = probeOf(plain);
  const plan = compileBubblewrapPlan(
    resolvePolicy(profile({ ':root': 'read' }, network), { cwd: '/ws' }, probe),
    { cwd: '/ws' },
    probe,
  );
  expect(plan.args.includes('--unshare-net')).toBe(isolated);
  expect(plan.seccomp).toBe(isolated ? 'restricted' : 'network-enabled');
});

test('every plan drops capabilities, leaves the session, and dies with its parent', () => {
  const probe = probeOf(plain);
  const { args } = compileBubblewrapPlan(
    resolvePolicy(policyForMode('workspace-write'), { cwd: '/ws' }, probe),
    { cwd: '/ws' },
    probe,
  );
  expect(args.join(' ')).toMatch(
    /^--new-session --die-with-parent .*--unshare-user --unshare-pid --unshare-ipc --unshare-net --proc \/proc --chdir \/ws --cap-drop ALL$/,
  );
});
