import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { probeOf, profile, type Tree } from '../../test/support/tree.js';
import { PolicyError } from './policy-error.js';
import { policyForMode } from './policy-for-mode.js';
import { resolvePolicy } from './resolve-policy.js';
import type { Access } from './resolved-policy.js';

const tree: Tree = {
  '/ws/src': null,
  '/home/you/.ssh': null,
  '/tmp': null,
  '/usr/bin': null,
  '/etc': null,
  '/var/tmp': null,
};
const context = { cwd: '/ws', tmpdir: '/var/tmp' };

describe('modes', () => {
  const decisions = (mode: Parameters<typeof policyForMode>[0], paths: readonly string[]) => {
    const policy = resolvePolicy(policyForMode(mode), context, probeOf(tree));
    return Object.fromEntries(paths.map((path) => [path, policy.decide(path).access]));
  };

  test('read-only', () => {
    expect(decisions('read-only', ['/', '/ws', '/ws/.git', '/tmp/x'])).toEqual({
      '/': 'read',
      '/ws': 'read',
      '/ws/.git': 'read',
      '/tmp/x': 'read',
    });
  });

  test('workspace-write', () => {
    expect(
      decisions('workspace-write', [
        '/',
        '/ws',
        '/ws/src/a',
        '/ws/.git',
        '/ws/.git/config',
        '/ws/src/.git',
        '/ws/.gitignore',
        '/tmp/x',
        '/var/tmp/x',
        '/home/you/x',
        '/wsx',
        '/ws/../home',
      ]),
    ).toEqual({
      '/': 'read',
      '/ws': 'write',
      '/ws/src/a': 'write',
      '/ws/.git': 'read',
      '/ws/.git/config': 'read',
      '/ws/src/.git': 'write',
      '/ws/.gitignore': 'write',
      '/tmp/x': 'write',
      '/var/tmp/x': 'write',
      '/home/you/x': 'read',
      '/wsx': 'read',
      '/ws/../home': 'read',
    });
  });

  test('danger-full-access contains nothing', () => {
    const policy = resolvePolicy(policyForMode('danger-full-access'), context, probeOf(tree));
    expect(policy).toMatchObject({ enforcement: 'disabled', network: 'enabled', fullDiskWrite: true });
    expect(policy.decide('/etc/x').access).toBe('write');
  });

  test('external leaves it to somebody else', () => {
    expect(resolvePolicy({ type: 'external', network: 'restricted' }, context, probeOf(tree))).toMatchObject({
      enforcement: 'external',
      fileSystemKind: 'external-sandbox',
    });
  });
});

describe('which entry decides', () => {
  test.each<[string, Record<string, Access>, string, Access, string]>([
    [
      'the deepest',
      { ':root': 'read', '/home': 'deny', '/home/you': 'write' },
      '/home/you/x',
      'write',
      '"/home/you" = write',
    ],
    [
      'whatever the order',
      { '/home/you': 'write', '/home': 'deny', ':root': 'read' },
      '/home/user',
      'deny',
      '"/home" = deny',
    ],
    ['at equal depth deny', { ':ws': 'write', '/ws': 'deny' }, '/ws/a', 'deny', '"/ws" = deny'],
    ['at equal depth write before read', { '/ws': 'read', ':ws': 'write' }, '/ws/a', 'write', '"/ws" = write'],
    ['nothing: denied', { ':ws': 'write' }, '/etc', 'deny', 'no entry covers it'],
    ['a file below a denied folder', { ':root': 'read', ':ws/src': 'deny' }, '/ws/src/a', 'deny', '"/ws/src" = deny'],
    [
      'a protected name',
      { ':root': 'read', ':ws': 'write' },
      '/ws/.codex/x',
      'read',
      '".codex" of "/ws" = read (protected metadata)',
    ],
    [
      'a protected name that an entry opens',
      { ':root': 'read', ':ws': 'write', ':ws/.git': 'write' },
      '/ws/.git/x',
      'read',
      '".git" of "/ws" = read (protected metadata)',
    ],
    [
      'a denied one',
      { ':root': 'read', ':ws': 'write', ':ws/.git': 'deny' },
      '/ws/.git/x',
      'deny',
      '"/ws/.git" = deny',
    ],
  ])('%s', (_what, entries, path, access, rule) => {
    const decision = resolvePolicy(profile(entries), context, probeOf(tree)).decide(path);
    expect([decision.access, decision.by.rule]).toEqual([access, rule]);
  });

  test('an entry for a protected name that exists opens it', () => {
    const policy = resolvePolicy(
      profile({ ':root': 'read', ':ws': 'write', ':ws/.git': 'write' }),
      context,
      probeOf({ ...tree, '/ws/.git': null }),
    );
    expect(policy.decide('/ws/.git/x').access).toBe('write');
    expect(policy.warnings).toEqual([]);
  });

  test('a policy that makes everything writable protects nothing more', () => {
    const policy = resolvePolicy(profile({ ':root': 'write' }), context, probeOf(tree));
    expect(policy).toMatchObject({ fullDiskWrite: true });
    expect(policy.decide('/ws/.git').access).toBe('write');
  });
});

describe('symbolic links', () => {
  const linked: Tree = {
    ...tree,
    '/link': { to: '/home/you' },
    '/ws/out': { to: '/etc' },
    '/ws/dangling': { to: '/etc/new' },
    '/loop': { to: '/loop' },
  };

  test.each([
    ['a path through a link is what it points to', '/ws/out/passwd', 'read'],
    ['a link whose target is missing, too', '/ws/dangling', 'read'],
    ['an entry’s link is what it points to', '/home/you/x', 'write'],
    ['a loop is itself', '/loop/x', 'read'],
  ])('%s', (_what, path, access) => {
    const policy = resolvePolicy(
      profile({ ':root': 'read', ':ws': 'write', '/link': 'write' }),
      context,
      probeOf(linked),
    );
    expect(policy.decide(path).access).toBe(access);
  });
});

describe('Git’s pointer files', () => {
  test.each([
    ['absolute', 'gitdir: /ws/main/.git/worktrees/a\n'],
    ['relative', 'gitdir: main/.git/worktrees/a'],
  ])('an %s one protects the folder it points to', (_how, text) => {
    const policy = resolvePolicy(
      profile({ ':root': 'read', ':ws': 'write' }),
      context,
      probeOf({ '/ws/.git': text, '/ws/main/.git/worktrees/a': null }),
    );
    expect(policy.decide('/ws/.git').access).toBe('read');
    expect(policy.decide('/ws/main/.git/worktrees/a/HEAD')).toMatchObject({
      access: 'read',
      by: { origin: 'protected_metadata' },
    });
    expect(policy.decide('/ws/main/x').access).toBe('write');
  });

  test('one that leads nowhere protects only itself', () => {
    const policy = resolvePolicy(
      profile({ ':root': 'read', ':ws': 'write' }),
      context,
      probeOf({ '/ws/.git': 'gitdir: nowhere' }),
    );
    expect(policy.decide('/ws/.git').access).toBe('read');
    expect(policy.decide('/ws/nowhere').access).toBe('write');
  });
});

describe('what can’t be enforced is an error that names the entry', () => {
  test.each<[string, Record<string, Access>, RegExp]>([
    ['a pattern', { ':root': 'read', '**/.env': 'deny' }, /"\*\*\/\.env" = deny.*pattern/],
    ['a path that leaves the workspace', { ':ws/../x': 'write' }, /leaves that folder/],
  ])('%s', (_what, entries, message) => {
    expect(() => resolvePolicy(profile(entries), context, probeOf(tree))).toThrow(PolicyError);
    expect(() => resolvePolicy(profile(entries), context, probeOf(tree))).toThrow(message);
  });

  test('a relative working folder', () => {
    expect(() => resolvePolicy(policyForMode('read-only'), { cwd: 'ws' })).toThrow(/absolute/);
  });
});

describe('what has no effect is a warning', () => {
  test.each<[string, Record<string, Access>, RegExp | undefined]>([
    [
      'a missing writable path',
      { ':root': 'read', '/missing': 'write' },
      /"\/missing" = write has no effect: the path doesn't exist/,
    ],
    ['an unknown special path', { ':root': 'read', ':newer': 'read' }, /":newer" has no effect/],
    ['a path of Windows', { ':root': 'read', 'C:\\x': 'write' }, /another operating system/],
    [
      'a missing denied path is none: it’s kept from being made',
      { ':root': 'read', ':ws': 'write', ':ws/later': 'deny' },
      undefined,
    ],
  ])('%s', (_what, entries, warning) => {
    const { warnings } = resolvePolicy(profile(entries), context, probeOf(tree));
    if (warning === undefined) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  test('a TMPDIR that isn’t absolute', () => {
    const { warnings } = resolvePolicy(policyForMode('workspace-write'), { cwd: '/ws', tmpdir: 'tmp' }, probeOf(tree));
    expect(warnings).toEqual([expect.stringContaining('TMPDIR is not an absolute path (tmp)')]);
  });
});

test('minimal opens what programs need to start', () => {
  const policy = resolvePolicy(
    profile({ ':minimal': 'read', ':ws': 'write' }),
    context,
    probeOf({ ...tree, '/bin': { to: 'usr/bin' } }),
  );
  expect(policy.platformDefaults).toBe(true);
  expect([policy.decide('/bin/sh').access, policy.decide('/etc/x').access, policy.decide('/home').access]).toEqual([
    'read',
    'read',
    'deny',
  ]);
});

test('decide agrees with the rule as it is told, for any entries and path', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const path = fc.array(name, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const access = fc.constantFrom<Access>('read', 'write', 'deny');
  const probe = { ...probeOf({}), kindOf: () => 'directory' as const, realpath: (at: string) => at };
  fc.assert(
    fc.property(fc.dictionary(path, access, { maxKeys: 6 }), path, (entries, at) => {
      const policy = resolvePolicy(profile(entries), { cwd: '/a' }, probe);
      const covering = Object.keys(entries).filter(
        (entry) => entry === '/' || at === entry || at.startsWith(`${entry}/`),
      );
      const deepest = covering.sort((a, b) => b.length - a.length)[0];
      expect(policy.decide(at).access).toBe(deepest === undefined ? 'deny' : entries[deepest]);
    }),
  );
});
