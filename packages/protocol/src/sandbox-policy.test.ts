import { describe, expect, test } from 'vitest';
import { PermissionProfile, SandboxPolicy } from './sandbox-policy.js';

describe('SandboxPolicy on the wire', () => {
  test.each([
    [{ type: 'danger-full-access' }, { type: 'danger-full-access' }],
    [{ type: 'read-only' }, { type: 'read-only', network_access: false }],
    [
      { type: 'external-sandbox', network_access: 'enabled' },
      { type: 'external-sandbox', network_access: 'enabled' },
    ],
    [
      { type: 'workspace-write', writable_roots: ['/srv/data'] },
      {
        type: 'workspace-write',
        writable_roots: ['/srv/data'],
        network_access: false,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
      },
    ],
  ])('%j is read as %j', (wire, parsed) => {
    expect(SandboxPolicy.parse(wire)).toEqual(parsed);
    // What was read is written so that it is read the same again.
    expect(SandboxPolicy.parse(JSON.parse(JSON.stringify(SandboxPolicy.parse(wire))))).toEqual(parsed);
  });

  test.each([
    ['an unknown mode', { type: 'workspace' }],
    ['a relative root', { type: 'workspace-write', writable_roots: ['data'] }],
    ['a root with a NUL byte', { type: 'workspace-write', writable_roots: ['/a\0b'] }],
    ['an enum where the mode has a switch', { type: 'read-only', network_access: 'enabled' }],
    ['a switch where the mode has an enum', { type: 'external-sandbox', network_access: true }],
    ['a key that no mode has', { type: 'read-only', writable_roots: [] }],
  ])('%s is refused', (_what, wire) => {
    expect(SandboxPolicy.safeParse(wire).success).toBe(false);
  });
});

describe('PermissionProfile on the wire', () => {
  const managed = (entries: unknown) => ({
    type: 'managed',
    file_system: { type: 'restricted', entries },
    network: 'restricted',
  });

  test.each([
    [
      'none is an old word for deny',
      { path: { type: 'path', path: '/a' }, access: 'none' },
      { path: { type: 'path', path: '/a' }, access: 'deny' },
    ],
    [
      'current_working_directory is an old word for project_roots',
      { path: { type: 'special', value: { kind: 'current_working_directory' } }, access: 'write' },
      { path: { type: 'special', value: { kind: 'project_roots' } }, access: 'write' },
    ],
    [
      'a token of a newer version is kept',
      { path: { type: 'special', value: { kind: 'unknown', path: ':later' } }, access: 'read' },
      { path: { type: 'special', value: { kind: 'unknown', path: ':later' } }, access: 'read' },
    ],
    [
      'a carve-out that needs no stand-in',
      { path: { type: 'path', path: '/a/.git' }, access: 'read', missing_path_behavior: 'skip' },
      { path: { type: 'path', path: '/a/.git' }, access: 'read', missing_path_behavior: 'skip' },
    ],
  ])('%s', (_what, entry, parsed) => {
    expect(PermissionProfile.parse(managed([entry]))).toEqual(managed([parsed]));
  });

  test.each(['read', 'write'])('a glob with %s is refused: it could only ever grant nothing', (access) => {
    const result = PermissionProfile.safeParse(
      managed([{ path: { type: 'glob_pattern', pattern: '**/.env' }, access }]),
    );
    expect(result.error?.issues[0]?.path).toEqual(['file_system', 'entries', 0, 'access']);
  });

  test('a depth of zero is refused: it would be read as without a bound', () => {
    const profile = { ...managed([]), file_system: { type: 'restricted', entries: [], glob_scan_max_depth: 0 } };
    expect(PermissionProfile.safeParse(profile).success).toBe(false);
  });
});
