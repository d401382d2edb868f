import { describe, expect, test } from 'vitest';
import { probeOf, profile } from '../../test/support/tree.js';
import { resolvePolicy } from '../policy/resolve-policy.js';
import type { Access } from '../policy/resolved-policy.js';
import { compileLandlockPlan } from './compile-landlock-plan.js';

const probe = probeOf({ '/ws/src': null, '/data/file': 'x', '/dev/null': '', '/etc': null });

function compile(entries: Record<string, Access>, abi = 6, network: 'restricted' | 'enabled' = 'restricted') {
  return compileLandlockPlan(resolvePolicy(profile(entries, network), { cwd: '/ws' }, probe), { abi }, probe);
}

test('read-only: everything may be read, and the usual devices written', () => {
  const compiled = compile({ ':root': 'read' });
  if (compiled.kind !== 'plan') throw new Error(compiled.reason);
  expect(compiled.plan.rules.map(({ path }) => path)).toEqual(['/', '/dev/null']);
  // EXECUTE | READ_FILE | READ_DIR
  expect(compiled.plan.rules[0]?.access).toBe(0b1101n);
  expect(compiled.plan).toMatchObject({ handledAccessNet: 0b11n, scoped: 0b11n, seccomp: 'restricted' });
});

test('a file gets only what may be said of a file', () => {
  const compiled = compile({ '/data/file': 'read' });
  if (compiled.kind !== 'plan') throw new Error(compiled.reason);
  expect(compiled.plan.rules.find(({ path }) => path === '/data/file')?.access).toBe(0b101n);
});

test('with a network neither TCP nor abstract sockets are restricted', () => {
  const compiled = compile({ ':root': 'read' }, 6, 'enabled');
  expect(compiled).toMatchObject({ plan: { handledAccessNet: 0n, scoped: 0b10n, seccomp: 'network-enabled' } });
});

describe('what rules can’t say is refused', () => {
  test.each<[string, Record<string, Access>, string | undefined, number]>([
    [
      'a workspace with protected names',
      { ':root': 'read', ':ws': 'write' },
      '".agents" of "/ws" = read (protected metadata)',
      6,
    ],
    ['a denied path below a readable one', { ':root': 'read', '/etc': 'deny' }, '"/etc" = deny', 6],
    ['an older kernel', { ':root': 'read' }, undefined, 5],
  ])('%s', (_what, entries, rule, abi) => {
    expect(compile(entries, abi)).toMatchObject({
      kind: 'refused',
      ...(rule === undefined ? { reason: expect.stringContaining('version 5') } : { rule }),
    });
  });
});
