import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHelper, landlockAbi } from '@sallyport/linux-sandbox';
import { policyForMode, REQUIRED_LANDLOCK_ABI } from '@sallyport/sandboxing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, place, sh } from './support/calls.js';

const abi = landlockAbi(findHelper());
const why = abi >= REQUIRED_LANDLOCK_ABI ? '' : ' [skipped: no Landlock 6, or no sallyport-helper]';
const path = { env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }, policy: policyForMode('read-only') };

/** The first `bwrap` on PATH is one that can't make its namespaces. */
function withoutBubblewrap(): void {
  const before = process.env['PATH'];
  const { home } = place();
  writeFileSync(join(home, 'bwrap'), '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', {
    mode: 0o755,
  });
  onTestFinished(() => {
    process.env['PATH'] = before;
  });
  process.env['PATH'] = home;
}

describe.skipIf(why !== '')(`without bubblewrap, read-only is enforced with Landlock${why}`, () => {
  test('a write is blocked, and the denial says by whom', async () => {
    withoutBubblewrap();
    const { outcome, at } = await sh('echo x > "$HOME/x"', path);
    expect(outcome).toMatchObject({
      kind: 'sandbox_denied',
      denial: {
        backend: 'landlock',
        confidence: 'certain',
        evidence: [{ source: 'policy', operation: 'write', target: join(at.home, 'x'), rule: '"/" = read' }],
      },
    });
    expect(existsSync(join(at.home, 'x'))).toBe(false);
  });

  test('a program that the filter kills is known for certain (openai/codex#4852)', async () => {
    withoutBubblewrap();
    // The kernel's signal: its number is 31 here, and 159 is what a shell makes of it.
    const { outcome } = await sh('kill -SYS $$', path);
    expect(outcome).toMatchObject({
      exitCode: 159,
      denial: { confidence: 'certain', evidence: [{ source: 'kernel', operation: 'syscall' }] },
    });
  });

  test('a script without its x bit is refused by its mode, not by the sandbox (openai/codex#8895)', async () => {
    withoutBubblewrap();
    const { outcome } = await sh('./noexec.sh 2>&1; cat /etc/hostname > /dev/null', path);
    expect(outcome.kind).toBe('completed');
  });

  test('a wait for a lock that can’t be made is a time-out (pyenv/pyenv#3365)', async () => {
    withoutBubblewrap();
    const { outcome } = await sh('while ! (set -C; : > "$HOME/.lock") 2>/dev/null; do sleep 0.1; done', {
      ...path,
      timeoutMs: 700,
    });
    expect(outcome.kind).toBe('timed_out');
  });

  test('what succeeds is completed', async () => {
    withoutBubblewrap();
    expect((await call(['true'], path)).outcome).toMatchObject({
      kind: 'completed',
      attempts: [{ backend: 'landlock' }],
    });
  });
});
