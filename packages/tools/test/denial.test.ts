// Public faults in telling a denial, each as a real command.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { PermissionProfile } from '@sallyport/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bubblewrapWorks, call, needsBubblewrap, place, sh } from './support/calls.js';

const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script];

describe.skipIf(!bubblewrapWorks)(`denials${needsBubblewrap}`, () => {
  test.each([
    ['a script without its x bit', './noexec.sh', 126],
    ['a missing command', 'nosuchcmd', 127],
  ])('%s is no denial (openai/codex#8895)', async (_what, script, exitCode) => {
    const at = place();
    writeFileSync(join(at.workspace, 'noexec.sh'), 'echo x', { mode: 0o644 });
    expect((await sh(script, { in: at })).outcome).toMatchObject({ kind: 'completed', exitCode });
  });

  test('the word sandbox in a path is no denial, and the output is delivered (openai/codex#18711)', async () => {
    const at = place();
    mkdirSync(join(at.workspace, 'sandbox'));
    mkdirSync(join(at.workspace, 'locked'));
    writeFileSync(join(at.workspace, 'sandbox', 'a.json'), '{}');
    chmodSync(join(at.workspace, 'locked'), 0);
    const { outcome } = await sh("find . -name '*.json' 2>/dev/null; exit 1", { in: at });
    chmodSync(join(at.workspace, 'locked'), 0o755);
    expect(outcome).toMatchObject({
      kind: 'completed',
      exitCode: 1,
      output: { stdout: { text: './sandbox/a.json\n' } },
    });
  });

  test('159 through a shell is likely, 137 and a time-out are none (openai/codex#4852)', async () => {
    expect((await sh('exit 159')).outcome).toMatchObject({
      kind: 'sandbox_denied',
      denial: { confidence: 'likely', evidence: [{ source: 'kernel' }] },
    });
    expect((await sh('kill -KILL $$')).outcome).toMatchObject({ kind: 'completed', exitCode: 137 });
    expect((await sh('sleep 100', { timeoutMs: 300 })).outcome.kind).toBe('timed_out');
  });

  test('a package manager’s cache outside the workspace is named (npm/npm#18246)', async () => {
    const at = place();
    mkdirSync(join(at.workspace, 'package'));
    writeFileSync(join(at.workspace, 'package', 'package.json'), '{"name":"pkg","version":"1.0.0"}');
    execFileSync('tar', ['-czf', 'pkg.tgz', 'package'], { cwd: at.workspace });
    writeFileSync(join(at.workspace, 'package.json'), '{"name":"a","version":"1.0.0"}');
    const { outcome } = await sh('npm install --offline --no-audit --no-fund ./pkg.tgz', { in: at });
    expect(outcome).toMatchObject({
      kind: 'sandbox_denied',
      denial: { confidence: 'certain', outside: 'would_likely_succeed' },
    });
    if (outcome.kind !== 'sandbox_denied') return;
    expect(outcome.denial.evidence[0]).toMatchObject({
      operation: 'write',
      target: join(at.home, '.npm'),
      rule: '"/" = read',
    });
  });

  test('a denial in a pipeline that ends well is only noted, and the result stays (microsoft/vscode#333898)', async () => {
    const at = place();
    mkdirSync(join(at.home, 'secret'));
    const policy: PermissionProfile = {
      type: 'managed',
      network: 'restricted',
      file_system: {
        type: 'restricted',
        entries: [
          { path: { type: 'special', value: { kind: 'root' } }, access: 'read' },
          { path: { type: 'special', value: { kind: 'project_roots', subpath: 'secret' } }, access: 'deny' },
        ],
      },
    };
    mkdirSync(join(at.workspace, 'secret'));
    writeFileSync(join(at.workspace, 'secret', 'key'), 'k');
    const hidden = await sh('find secret | sort', { in: at, policy });
    expect(hidden.outcome).toMatchObject({
      kind: 'sandbox_denied',
      exitCode: 0,
      output: { stdout: { text: 'secret\n' } },
      denial: { confidence: 'likely', evidence: [{ operation: 'read', target: join(at.workspace, 'secret') }] },
    });
    writeFileSync(join(at.workspace, 'log'), 'sh: 1: cannot create /etc/x: Read-only file system\n');
    expect((await sh('cat log', { in: at, policy })).outcome).toMatchObject({ kind: 'completed', exitCode: 0 });
  });

  test('a denied host service is named, and nothing is said against it (openai/codex#41320, #20917)', async () => {
    const at = place();
    const server = createServer();
    const socket = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => socket.listen(join(at.workspace, 'db.sock'), resolve));
    onTestFinished(() => {
      server.close();
      socket.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const report = `.on('error', (error) => { console.error(error.message); process.exit(1) })`;
    const cases: [string, object][] = [
      [
        `require('net').connect(${address.port}, '127.0.0.1')${report}`,
        { operation: 'network', target: `127.0.0.1:${address.port}` },
      ],
      [
        `require('net').createServer().listen(8080, '127.0.0.1')${report}`,
        { operation: 'network', target: '127.0.0.1:8080' },
      ],
      [
        `require('net').connect(${JSON.stringify(join(at.workspace, 'db.sock'))})${report}`,
        { operation: 'unix_socket', target: join(at.workspace, 'db.sock') },
      ],
    ];
    for (const [script, evidence] of cases) {
      const { outcome } = await call(node(script), { in: at });
      expect(outcome).toMatchObject({
        kind: 'sandbox_denied',
        denial: {
          boundary: 'sandbox',
          confidence: 'certain',
          outside: 'unknown',
          evidence: [{ source: 'policy', rule: 'network = restricted', ...evidence }],
        },
      });
    }
  });

  test('the way to ask is named, or that there is none (openai/codex#6566)', async () => {
    const at = place();
    mkdirSync(join(at.workspace, '.git'));
    const script = 'echo x > .git/index.lock';
    const denied = await sh(script, { in: at, ask: 'never' });
    expect(denied.outcome).toMatchObject({
      kind: 'sandbox_denied',
      denial: { escalation: { available: false, why_not: expect.stringContaining('never') } },
    });
    const hanging = { by: 'user' as const, review: async () => ({ type: 'timed_out' as const }) };
    const asked = await sh(script, { in: at, ask: 'on-request', reviewers: [hanging] });
    expect(asked.outcome).toMatchObject({
      kind: 'sandbox_denied',
      denial: { escalation: { available: true, how: expect.stringContaining('ask again') } },
    });
  });
});
