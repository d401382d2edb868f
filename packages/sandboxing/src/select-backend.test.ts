import { describe, expect, test } from 'vitest';
import { probeOf, profile } from '../test/support/tree.js';
import { policyForMode } from './policy/policy-for-mode.js';
import { resolvePolicy } from './policy/resolve-policy.js';
import { type BackendFacts, needsPlatformSandbox, selectBackend } from './select-backend.js';

const probe = probeOf({ '/ws': null, '/tmp': null });
const resolve = (source: Parameters<typeof resolvePolicy>[0]) => resolvePolicy(source, { cwd: '/ws' }, probe);
const works: BackendFacts = { platform: 'linux', bubblewrap: 'works', landlockAbi: 7 };

const policies = {
  'read-only': resolve(policyForMode('read-only')),
  'workspace-write': resolve(policyForMode('workspace-write')),
  'danger-full-access': resolve(policyForMode('danger-full-access')),
  external: resolve({ type: 'external', network: 'restricted' }),
  'all writable, no network': resolve(profile({ ':root': 'write' })),
  'all writable, network': resolve(profile({ ':root': 'write' }, 'enabled')),
  'unrestricted, network': resolve({ type: 'managed', file_system: { type: 'unrestricted' }, network: 'enabled' }),
  'unrestricted, no network': resolve({
    type: 'managed',
    file_system: { type: 'unrestricted' },
    network: 'restricted',
  }),
};

test.each<[keyof typeof policies, boolean]>([
  ['read-only', true],
  ['workspace-write', true],
  ['danger-full-access', false],
  ['external', false],
  ['all writable, no network', true],
  ['all writable, network', false],
  ['unrestricted, network', false],
  ['unrestricted, no network', true],
])('%s needs containment: %s', (name, needed) => {
  expect(needsPlatformSandbox(policies[name])).toBe(needed);
});

describe('the backend', () => {
  test.each<[keyof typeof policies, Partial<BackendFacts>, string]>([
    ['workspace-write', {}, 'bubblewrap'],
    ['read-only', { bubblewrap: 'missing' }, 'landlock'],
    ['read-only', { bubblewrap: 'no namespaces' }, 'landlock'],
    ['read-only', { bubblewrap: 'missing', landlockAbi: 0 }, 'refused'],
    ['read-only', { bubblewrap: 'missing', landlockAbi: 5 }, 'refused'],
    ['workspace-write', { bubblewrap: 'missing' }, 'refused'],
    ['workspace-write', { platform: 'darwin' }, 'refused'],
    ['danger-full-access', { platform: 'darwin' }, 'none'],
    ['external', { bubblewrap: 'missing' }, 'external'],
    ['all writable, network', { bubblewrap: 'missing' }, 'none'],
  ])('for %s with %j is %s', (name, facts, backend) => {
    expect(selectBackend(policies[name], { ...works, ...facts }).backend).toBe(backend);
  });

  test('a refusal says what is missing, which entry is in the way, and what helps', () => {
    expect(selectBackend(policies['workspace-write'], { ...works, bubblewrap: 'missing' })).toMatchObject({
      reason: expect.stringMatching(/bubblewrap is not installed.*Landlock can't enforce.*protected metadata/),
      mend: expect.stringContaining('install bubblewrap'),
    });
  });
});
