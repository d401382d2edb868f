import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBubblewrap } from '@sallyport/linux-sandbox';
import { policyForMode } from '@sallyport/sandboxing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bubblewrapWorks, call, needsBubblewrap, place, sh, user } from './support/calls.js';

describe.skipIf(!bubblewrapWorks)(`one command${needsBubblewrap}`, () => {
  test('runs contained, and its outcome is the last event', async () => {
    const { outcome, events, at } = await sh('echo out; echo err >&2; echo x > made; exit 3');
    expect(outcome).toMatchObject({
      kind: 'completed',
      exitCode: 3,
      output: { stdout: { text: 'out\n' }, stderr: { text: 'err\n' } },
      attempts: [{ id: 'call-1', backend: 'bubblewrap', sandboxRequested: true, exitCode: 3, status: 'completed' }],
    });
    expect(events.map(({ type }) => type)).toEqual(['exec_begin', 'exec_end', 'outcome']);
    expect(readFileSync(join(at.workspace, 'made'), 'utf8')).toBe('x\n');
  });

  test('a denial is asked about, and a yes runs it again outside', async () => {
    const reviewer = user('approved');
    const { outcome, events, at } = await sh('echo x > "$HOME/x"', { ask: 'on-request', reviewers: [reviewer] });
    expect(outcome).toMatchObject({
      kind: 'completed',
      attempts: [
        { id: 'call-1', backend: 'bubblewrap', status: 'sandbox_denied' },
        { id: 'call-1:retry', backend: 'none', sandboxRequested: false, status: 'completed' },
      ],
    });
    expect(reviewer.asked).toEqual(['call-1:retry']);
    expect(events.map(({ type }) => type)).toEqual([
      'exec_begin',
      'exec_end',
      'approval_requested',
      'approval_decided',
      'exec_begin',
      'exec_end',
      'outcome',
    ]);
    expect(existsSync(join(at.home, 'x'))).toBe(true);
  });

  test('a no leaves the denial as it was', async () => {
    const { outcome, at } = await sh('echo x > "$HOME/x"', { ask: 'on-request', reviewers: [user('denied')] });
    expect(outcome).toMatchObject({
      kind: 'sandbox_denied',
      exitCode: 2,
      denial: { escalation: { available: false } },
    });
    expect(existsSync(join(at.home, 'x'))).toBe(false);
  });

  test('an escalation is asked for before anything runs', async () => {
    const refused = await sh('touch made', {
      ask: 'on-request',
      sandboxPermissions: 'require_escalated',
      reviewers: [user('denied')],
    });
    expect(refused.outcome).toMatchObject({ kind: 'rejected', by: 'user' });
    expect(existsSync(join(refused.at.workspace, 'made'))).toBe(false);
    const allowed = await sh('touch "$HOME/made"', {
      ask: 'on-request',
      sandboxPermissions: 'require_escalated',
      reviewers: [user('approved')],
    });
    expect(allowed.outcome).toMatchObject({ kind: 'completed', attempts: [{ id: 'call-1', backend: 'none' }] });
  });

  test('a time limit', async () => {
    const { outcome } = await sh('echo before; sleep 100', { timeoutMs: 500 });
    expect(outcome).toMatchObject({ kind: 'timed_out', timeoutMs: 500, output: { stdout: { text: 'before\n' } } });
  });

  test('an aborted signal', async () => {
    const controller = new AbortController();
    const { outcome } = await sh('echo before; sleep 100', {
      signal: controller.signal,
      onOutput: () => controller.abort(new Error('the user left')),
    });
    expect(outcome).toMatchObject({
      kind: 'aborted',
      reason: 'the user left',
      output: { stdout: { text: 'before\n' } },
    });
  });

  test.each([
    ['a command that isn’t there', ['nosuchcmd'], 127, 'COMMAND_NOT_FOUND'],
    ['a file that isn’t executable', ['./plain'], 126, 'COMMAND_NOT_EXECUTABLE'],
  ] as const)('%s never starts', async (_what, command, exitCode, code) => {
    const at = place();
    writeFileSync(join(at.workspace, 'plain'), '#!/bin/sh\n', { mode: 0o644 });
    const { outcome, events } = await call([...command], { in: at });
    expect(outcome).toMatchObject({ kind: 'failed_to_start', code, exitCode });
    expect(events.map(({ type }) => type)).toEqual(['outcome']);
  });

  test('its own paths stay read-only where the policy lets the command write', async () => {
    const at = place();
    mkdirSync(join(at.workspace, 'state'));
    const { runExec } = await import('../src/index.js');
    const { AbsolutePath, CallId } = await import('@sallyport/protocol');
    const { resolvePolicy } = await import('@sallyport/sandboxing');
    const outcome = await runExec(
      {
        callId: CallId.parse('call-1'),
        command: ['sh', '-c', 'echo x > state/x; mv state away'],
        cwd: AbsolutePath.parse(at.workspace),
        env: { PATH: process.env['PATH'] ?? '' },
        sandboxPermissions: 'use_default',
        stdin: 'ignore',
      },
      {
        settings: {
          policy: resolvePolicy(policyForMode('workspace-write'), { cwd: at.workspace }),
          ask: 'never',
          protectedPaths: [join(at.workspace, 'state')],
        },
        reviewers: [],
        sink: { emit: () => {} },
      },
    );
    expect(outcome.kind).not.toBe('failed_to_start');
    expect(existsSync(join(at.workspace, 'state', 'x'))).toBe(false);
    expect(existsSync(join(at.workspace, 'state'))).toBe(true);
  });
});

test('without containment nothing is contained, and nothing is called a denial', async () => {
  const { outcome, at } = await sh('echo x > "$HOME/x"; echo "touch: /x: Read-only file system" >&2; exit 1', {
    policy: policyForMode('danger-full-access'),
  });
  expect(outcome).toMatchObject({ kind: 'completed', exitCode: 1, attempts: [{ backend: 'none' }] });
  expect(existsSync(join(at.home, 'x'))).toBe(true);
});

describe('where bubblewrap can’t work', () => {
  /** A PATH on which bwrap is a program of our own. */
  function withBubblewrap(script: string | undefined): void {
    const at = place();
    const before = process.env['PATH'];
    onTestFinished(() => {
      process.env['PATH'] = before;
    });
    if (script !== undefined) {
      writeFileSync(join(at.home, 'bwrap'), script);
      chmodSync(join(at.home, 'bwrap'), 0o755);
    }
    process.env['PATH'] = at.home;
  }
  const path = { env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' } };
  const failing =
    '#!/bin/sh\necho "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces." >&2\nexit 1\n';

  // Set-up puts a bubblewrap beside the helper where it can't install one: then none is missing.
  const missing: [string, string | undefined][] =
    findBubblewrap({ path: '', cwd: '/nonexistent' }) === undefined ? [['is missing', undefined]] : [];

  test.each([...missing, ['can’t make its namespaces', failing]])(
    'since it %s, a workspace is refused, naming the entry that nothing else enforces',
    async (_why, script) => {
      withBubblewrap(script);
      const { outcome, at } = await sh('touch made', path);
      expect(outcome).toMatchObject({ kind: 'failed_to_start' });
      expect(existsSync(join(at.workspace, 'made'))).toBe(false);
    },
  );

  test('a refusal doesn’t pass the launcher’s words for the command’s', async () => {
    withBubblewrap(failing);
    const printed: string[] = [];
    const { outcome } = await sh('true', { ...path, onOutput: (_stream, chunk) => void printed.push(String(chunk)) });
    expect(printed).toEqual([]);
    expect(outcome).toMatchObject({
      code: 'SANDBOX_SETUP_FAILED',
      reason: expect.stringContaining('No permissions to create new namespace'),
    });
  });
});
