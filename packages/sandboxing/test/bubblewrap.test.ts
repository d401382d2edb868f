// Policies enforced by the real bubblewrap, each attacked from inside.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileBubblewrapPlan, resolvePolicy } from '../src/index.js';
import { profile, type Tree } from './support/tree.js';

const works = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true']).status === 0;

function place(tree: Tree): string {
  const ws = realpathSync(mkdtempSync('/var/tmp/sallyport-sandboxing-'));
  onTestFinished(() => {
    spawnSync('chmod', ['-R', 'u+rwx', ws]);
    rmSync(ws, { recursive: true, force: true });
  });
  for (const [path, node] of Object.entries(tree)) {
    const at = join(ws, path);
    mkdirSync(dirname(at), { recursive: true });
    if (node === null) mkdirSync(at, { recursive: true });
    else if (typeof node === 'string') writeFileSync(at, node);
    else symlinkSync(node.to, at);
  }
  return ws;
}

/** Runs shell text under a policy whose paths are relative to the workspace. Mount points that the plan asks for are made. */
function run(ws: string, entries: Record<string, 'read' | 'write' | 'deny'>, script: string) {
  const absolute = Object.fromEntries(
    Object.entries(entries).map(([key, access]) => [key.startsWith(':') ? key : join(ws, key), access]),
  );
  const plan = compileBubblewrapPlan(resolvePolicy(profile(absolute), { cwd: ws }), { cwd: ws });
  for (const { path, kind } of plan.syntheticTargets) {
    if (kind === 'directory') mkdirSync(path);
    else writeFileSync(path, '');
  }
  const { status, stdout, stderr } = spawnSync('bwrap', [...plan.args, '--', 'sh', '-c', script], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const rootAndWorkspace = { ':root': 'read', ':ws': 'write' } as const;

describe.skipIf(!works)(`bubblewrap enforces${works ? '' : ' [skipped: it cannot run here]'}`, () => {
  test('a read-only folder in a writable one, also when its parent is renamed', () => {
    const ws = place({ '/a/b/keep/file': 'old' });
    run(
      ws,
      { ...rootAndWorkspace, 'a/b/keep': 'read' },
      'mv a moved; mv a/b moved; echo new > a/b/keep/file; echo new > moved/b/keep/file; rm -rf a; true',
    );
    expect(readFileSync(join(ws, 'a/b/keep/file'), 'utf8')).toBe('old');
  });

  test('a denied folder, also when its parent is renamed', () => {
    const ws = place({ '/a/secret/key': 'KEY' });
    const { stdout } = run(
      ws,
      { ...rootAndWorkspace, 'a/secret': 'deny' },
      'mv a moved; cat a/secret/key moved/secret/key; chmod 777 a/secret; cat a/secret/key; ls a/secret',
    );
    expect(stdout).toBe('');
  });

  test('a denied file', () => {
    const ws = place({ '/key': 'KEY' });
    const { stdout, stderr } = run(
      ws,
      { ...rootAndWorkspace, key: 'deny' },
      'cat key; cp key copy; mv key other; cat other; rm key; ln key hard; cat hard',
    );
    expect(stdout).toBe('');
    expect(stderr).toContain('Permission denied');
    expect(readFileSync(join(ws, 'key'), 'utf8')).toBe('KEY');
  });

  test('a writable folder in a denied one, of which the siblings stay hidden', () => {
    const ws = place({ '/d/open': null, '/d/closed/key': 'KEY' });
    const { stdout } = run(
      ws,
      { ...rootAndWorkspace, d: 'deny', 'd/open': 'write' },
      'echo x > d/open/made; cat d/closed/key; ls d; echo x > d/new',
    );
    expect(stdout).toBe('');
    expect(readFileSync(join(ws, 'd/open/made'), 'utf8')).toBe('x\n');
    expect(existsSync(join(ws, 'd/new'))).toBe(false);
  });

  test('a denied folder in a writable one in a denied one', () => {
    const ws = place({ '/d/open/inner/key': 'KEY', '/d/key': 'KEY' });
    const { stdout } = run(
      ws,
      { ...rootAndWorkspace, d: 'deny', 'd/open': 'write', 'd/open/inner': 'deny' },
      'echo ok > d/open/a && cat d/open/a; cat d/open/inner/key d/key',
    );
    expect(stdout).toBe('ok\n');
  });

  test('paths that don’t exist yet can’t be made', () => {
    const ws = place({});
    run(
      ws,
      { ...rootAndWorkspace, later: 'deny', 'deep/new': 'read' },
      'rm -rf later deep; mkdir later; echo x > later; mkdir -p deep/new; echo x > deep/new/file',
    );
    const left = readdirSync(ws).filter((name) => !name.startsWith('.'));
    expect(left.map((name) => readFileSync(join(ws, name), 'utf8'))).toEqual(left.map(() => ''));
  });

  test('what a link in the workspace points to is as the target’s entry says', () => {
    const ws = place({ '/out': { to: '/etc' } });
    const { stderr, status } = run(ws, rootAndWorkspace, 'echo x > out/sallyport-test');
    expect(status).not.toBe(0);
    expect(stderr).toContain('Read-only file system');
  });

  test('the folder that a Git pointer file names', () => {
    const inner = place({ '/tree/.git': 'gitdir: ../repo', '/repo/HEAD': 'ref' });
    run(inner, { ...rootAndWorkspace, tree: 'write' }, 'echo x > repo/HEAD; echo x > tree/.git; mv repo other');
    expect(readFileSync(join(inner, 'repo/HEAD'), 'utf8')).toBe('ref');
    expect(readFileSync(join(inner, 'tree/.git'), 'utf8')).toBe('gitdir: ../repo');
  });

  test('a hard link out of a read-only folder isn’t made', () => {
    const ws = place({ '/ro/file': 'old', '/rw': null });
    run(ws, { ...rootAndWorkspace, ro: 'read' }, 'ln ro/file rw/alias; echo new > rw/alias');
    expect(readFileSync(join(ws, 'ro/file'), 'utf8')).toBe('old');
  });

  test('a policy that opens only what is needed shows nothing else', () => {
    const ws = place({ '/file': 'x' });
    const { stdout, stderr } = run(
      ws,
      { ':minimal': 'read', ':ws': 'read' },
      'cat file; ls /; ls /home /root /var; echo x > /new; echo x > /tmp/x',
    );
    expect(stdout.startsWith('x')).toBe(true);
    expect(stdout).not.toMatch(/^(home|root|boot)$/m);
    expect(stderr).toContain('cannot create /new');
    expect(existsSync('/new')).toBe(false);
  });

  test('no capability, and the host’s processes aren’t there', () => {
    const { stdout } = run(place({}), rootAndWorkspace, 'grep CapEff /proc/self/status; ls /proc | grep -c "^[0-9]"');
    expect(stdout).toMatch(/CapEff:\s+0000000000000000/);
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThan(8);
  });

  test('the plan’s 64 entries are all enforced', () => {
    const names = Array.from({ length: 64 }, (_, index) => `f${index}`);
    const ws = place(Object.fromEntries(names.map((name) => [`/${name}`, 'KEY'])));
    const { stdout } = run(
      ws,
      { ...rootAndWorkspace, ...Object.fromEntries(names.map((name) => [name, 'deny' as const])) },
      'cat f*',
    );
    expect(stdout).toBe('');
  });
});
