import type { ExecApprovalRequirement } from '@sallyport/approval';
import type { SandboxPermissions } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { type ContainmentFacts, firstContainment, wantsContainment } from './containment.js';

const restricted: ContainmentFacts = {
  enforcement: 'managed',
  fileSystemKind: 'restricted',
  network: 'restricted',
  fullDiskWrite: false,
  hasDeniedReads: false,
};

test.each<[string, Partial<ContainmentFacts>, boolean]>([
  ['a restricted file system', { network: 'enabled' }, true],
  ['a restricted network alone', { fileSystemKind: 'unrestricted', fullDiskWrite: true }, true],
  ['nothing restricted', { fileSystemKind: 'unrestricted', network: 'enabled', fullDiskWrite: true }, false],
  ['everything may be written', { network: 'enabled', fullDiskWrite: true }, false],
  [
    'everything may be written, and something not read',
    { network: 'enabled', fullDiskWrite: true, hasDeniedReads: true },
    true,
  ],
  ['no enforcement', { enforcement: 'disabled' }, false],
  ['somebody else enforces', { enforcement: 'external', fileSystemKind: 'external-sandbox', network: 'enabled' }, true],
])('%s: contained %s', (_what, facts, wanted) => {
  expect(wantsContainment({ ...restricted, ...facts })).toBe(wanted);
});

describe('the first attempt', () => {
  const skip = (bypassSandbox: boolean): ExecApprovalRequirement => ({ kind: 'skip', bypassSandbox });
  const permissions: SandboxPermissions[] = ['use_default', 'require_escalated', 'with_additional_permissions'];
  const first = (input: Partial<Parameters<typeof firstContainment>[0]>) =>
    firstContainment({
      policy: restricted,
      requirement: { kind: 'needs_approval' },
      approved: false,
      sandboxPermissions: 'use_default',
      sandboxPreference: 'auto',
      ...input,
    });

  test('denied reads keep the sandbox, whatever was approved or allowed', () => {
    for (const requirement of [skip(false), skip(true), { kind: 'needs_approval' } as const]) {
      if (requirement.kind === 'forbidden') continue;
      for (const sandboxPermissions of permissions) {
        for (const approved of [true, false]) {
          const policy = { ...restricted, hasDeniedReads: true };
          expect(first({ policy, requirement, sandboxPermissions, approved })).toMatchObject({
            sandboxRequested: true,
            escalated: false,
          });
        }
      }
    }
  });

  test('where that disregards a permission to leave, it is said', () => {
    const policy = { ...restricted, hasDeniedReads: true };
    expect(first({ policy, requirement: { kind: 'skip', bypassSandbox: true } }).warning).toMatch(/denies reading/);
    expect(first({ policy, sandboxPermissions: 'require_escalated', approved: true }).warning).toMatch(
      /denies reading/,
    );
    expect(first({ policy }).warning).toBeUndefined();
  });

  test.each<[SandboxPermissions, 'auto' | 'forbid', boolean, boolean]>([
    // asks for, can be contained, approved -> contained
    ['use_default', 'auto', true, true],
    ['use_default', 'auto', false, true],
    ['with_additional_permissions', 'auto', true, true],
    ['require_escalated', 'auto', true, false],
    ['require_escalated', 'auto', false, true],
    ['use_default', 'forbid', true, false],
    ['use_default', 'forbid', false, true],
  ])('%s, preference %s, approved %s: contained %s', (sandboxPermissions, sandboxPreference, approved, contained) => {
    expect(first({ sandboxPermissions, sandboxPreference, approved })).toEqual({
      sandboxRequested: contained,
      escalated: !contained,
    });
  });

  test.each(permissions)('%s: what rules let out runs outside', (sandboxPermissions) => {
    expect(first({ sandboxPermissions, requirement: { kind: 'skip', bypassSandbox: true } })).toEqual({
      sandboxRequested: false,
      escalated: true,
    });
  });

  test('a request to leave grants nothing where the question was skipped', () => {
    expect(
      first({ sandboxPermissions: 'require_escalated', requirement: { kind: 'skip', bypassSandbox: false } }),
    ).toEqual({
      sandboxRequested: true,
      escalated: false,
    });
  });

  test('without a policy that contains, nothing is escalated', () => {
    const policy: ContainmentFacts = { ...restricted, enforcement: 'disabled' };
    expect(first({ policy, sandboxPermissions: 'require_escalated', approved: true })).toEqual({
      sandboxRequested: false,
      escalated: false,
    });
  });
});
