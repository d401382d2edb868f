import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '@sallyport/vitest-preset/bundle';
import { expect, test } from 'vitest';
import { type LinuxSandboxReport, probeBubblewrap, probeLinuxSandbox, type SandboxCheck } from '../src/index.js';
import { bubblewrap, has, helper, PATH } from './support/machine.js';
import { workspace } from './support/workspace.js';

const debian = 'ID=debian\n';
const sudo = process.geteuid?.() === 0 ? '' : 'sudo ';

function check(report: LinuxSandboxReport, name: SandboxCheck['name']): SandboxCheck | undefined {
  return report.checks.find((candidate) => candidate.name === name);
}

test.skipIf(!has.bubblewrap.ok)(`with bubblewrap, it has really run${has.bubblewrap.skipped}`, async () => {
  const report = await probeLinuxSandbox({ cwd: '/nonexistent' });
  expect(report.backends.bubblewrap).toBe(true);
  for (const name of ['platform', 'bubblewrap', 'user_namespaces', 'bubblewrap_run', 'seccomp'] as const) {
    expect(check(report, name)).toMatchObject({ status: 'ok' });
  }
  expect(check(report, 'bubblewrap')?.detail).toContain(bubblewrap?.path);
});

test.skipIf(!has.landlock.ok)(
  `with the helper, Landlock has really denied something${has.landlock.skipped}`,
  async () => {
    const report = await probeLinuxSandbox();
    expect(report.backends.landlock).toBe(true);
    expect(report.landlockAbi).toBeGreaterThan(0);
    expect(check(report, 'landlock')).toMatchObject({ status: 'ok' });
  },
);

test.skipIf(!has.noBundled.ok)(`without bubblewrap, it says how to install it${has.noBundled.skipped}`, async () => {
  using place = workspace();
  const report = await probeLinuxSandbox({ path: place.ws, osRelease: debian });
  expect(report.backends.bubblewrap).toBe(false);
  expect(check(report, 'bubblewrap')).toMatchObject({ status: 'fail', mend: `${sudo}apt-get install -y bubblewrap` });
  expect(check(report, 'bubblewrap_run')).toMatchObject({ status: 'fail' });
});

test.skipIf(!has.noBundled.ok)(`without helper and compiler${has.noBundled.skipped}`, async () => {
  using place = workspace();
  const report = await probeLinuxSandbox({ path: place.ws, helper: null, osRelease: debian });
  expect(report).toMatchObject({ backends: { bubblewrap: false, landlock: false }, landlockAbi: 0 });
  expect(check(report, 'native_helper')).toMatchObject({
    status: 'warn',
    mend: expect.stringContaining('native/build.mjs'),
  });
  expect(check(report, 'compiler')).toMatchObject({
    status: 'warn',
    mend: `${sudo}apt-get install -y gcc libc6-dev linux-libc-dev`,
  });
  expect(check(report, 'landlock')).toMatchObject({ status: 'warn' });
  expect(check(report, 'user_namespaces')).toMatchObject({ status: 'warn' });
});

test('on WSL 1', async () => {
  const report = await probeLinuxSandbox({ procVersion: 'Linux version 4.4.0-19041-Microsoft' });
  expect(report.checks).toEqual([
    expect.objectContaining({ name: 'platform', status: 'fail', mend: expect.stringContaining('wsl.exe') }),
  ]);
});

test('a bwrap that contains nothing is found out', async () => {
  using place = workspace();
  // Drops its own options, and runs the command as it is.
  const fake =
    '#!/bin/sh\ncase "$1" in --help|--version) echo "bwrap 9.9.9"; exit;; esac\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "$@"\n';
  writeFileSync(join(place.root, 'bwrap'), fake, { mode: 0o755 });
  const report = await probeLinuxSandbox({ path: `${place.root}:${PATH}`, cwd: '/nonexistent' });
  expect(report.backends.bubblewrap).toBe(false);
  expect(check(report, 'bubblewrap')).toMatchObject({ status: 'fail', detail: expect.stringContaining('is too old') });
  expect(check(report, 'bubblewrap_run')).toMatchObject({ status: 'fail' });
});

test.skipIf(!has.bubblewrap.ok || !has.nestedNamespaces.ok)(
  `where user name spaces are forbidden, it says why and what mends it${has.bubblewrap.skipped || has.nestedNamespaces.skipped}`,
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-bundle-')));
    try {
      const module = await bundle(fileURLToPath(new URL('../src/index.ts', import.meta.url)), folder);
      const fixture = fileURLToPath(new URL('./fixtures/probe.mjs', import.meta.url));
      const options = JSON.stringify({ cwd: '/nonexistent', helper: helper ?? null });
      const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
      const { stdout } = await promisify(execFile)('unshare', [
        '-Ur',
        'sh',
        '-c',
        forbid,
        'sh',
        process.execPath,
        fixture,
        module,
        options,
      ]);
      const report: LinuxSandboxReport = JSON.parse(stdout);
      expect(report.backends.bubblewrap).toBe(false);
      expect(check(report, 'user_namespaces')).toMatchObject({
        status: 'fail',
        detail: expect.stringContaining('user.max_user_namespaces is 0'),
        mend: expect.stringContaining('sysctl -w user.max_user_namespaces='),
      });
      expect(check(report, 'bubblewrap_run')).toMatchObject({ status: 'fail' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.skipIf(bubblewrap === undefined)(
  `bwrap is asked for version and options${bubblewrap === undefined ? ' [skipped: no bwrap]' : ''}`,
  async () => {
    const probe = await probeBubblewrap(bubblewrap?.path ?? '');
    expect(probe).toMatchObject({ kind: 'works', missing: [], version: expect.stringMatching(/^\d+\.\d+/) });
  },
);

test.each([
  { what: 'one whose interpreter is missing', text: '#!/no/such/interpreter\n' },
  { what: 'one that fails', text: '#!/bin/sh\necho broken >&2\nexit 3\n' },
  { what: 'one that never stops printing', text: '#!/bin/sh\nwhile :; do echo --perms --seccomp; done\n' },
])('$what is broken', async ({ text }) => {
  using place = workspace();
  const path = join(place.ws, 'bwrap');
  writeFileSync(path, text, { mode: 0o755 });
  expect(await probeBubblewrap(path)).toMatchObject({ kind: 'broken', reason: expect.stringContaining(path) });
});
