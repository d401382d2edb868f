import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareLaunch } from '../src/index.js';
import { startFromCaller } from './support/caller.js';
import { launch } from './support/launches.js';
import { bubblewrap, has, PATH } from './support/machine.js';
import { workspaceWrite } from './support/policies.js';
import { countProcesses, start, uniqueSleep } from './support/processes.js';
import { type Workspace, workspace } from './support/workspace.js';

const { ok, skipped } = has.bubblewrap;
const isRoot = process.geteuid?.() === 0;

function request(place: Workspace, script: string) {
  return {
    policy: workspaceWrite(place.ws),
    backend: 'bubblewrap' as const,
    command: ['sh', '-c', script],
    cwd: place.ws,
    env: { PATH },
    registryFolder: place.registry,
  };
}

const names = ['.git', '.agents', '.codex', '.sallyport'];

test.skipIf(!ok)(
  `the workspace can be written, protected names can't, and nothing is left of them${skipped}`,
  async () => {
    using place = workspace();
    const script = `echo hi > a.txt; for n in ${names.join(' ')}; do mkdir $n 2>/dev/null; echo x > $n/config; rmdir $n; mv $n $n.moved; done; ls -A`;
    const { stdout, stderr, diagnosis } = await launch(request(place, script));
    expect(diagnosis.kind).toBe('command_ran');
    expect(stdout.trim().split('\n').sort()).toEqual([...names, 'a.txt'].sort());
    expect(stderr).toContain('Read-only file system');
    expect(readdirSync(place.ws)).toEqual(['a.txt']);
    expect(readdirSync(place.registry)).toEqual([]);
  },
);

test.skipIf(!ok)(`what is protected and exists stays as it is${skipped}`, async () => {
  using place = workspace();
  mkdirSync(join(place.ws, '.git'));
  writeFileSync(join(place.ws, '.git/config'), 'before');
  mkdirSync(join(place.ws, '.agents'));
  await launch(request(place, 'echo after > .git/config; rm -rf .git .agents; mv .git x; echo > .agents/y'));
  expect(readFileSync(join(place.ws, '.git/config'), 'utf8')).toBe('before');
  expect(readdirSync(place.ws).sort()).toEqual(['.agents', '.git']);
});

test.skipIf(!ok)(
  `two sandboxes in one workspace: the end of one doesn't open anything for the other${skipped}`,
  async () => {
    using place = workspace();
    using held = prepareLaunch(
      request(place, 'echo ready; while [ ! -e go ]; do sleep 0.02; done; mkdir .git; echo x > .git/config; echo end'),
    );
    const running = start(held);
    await running.printed('ready');
    for (let index = 0; index < 3; index++)
      expect((await launch(request(place, 'mkdir .git; true'))).stderr).toContain('File exists');
    expect(statSync(join(place.ws, '.git')).isDirectory()).toBe(true);
    writeFileSync(join(place.ws, 'go'), '');
    const { stdout, stderr } = await running.finished;
    held[Symbol.dispose]();
    expect(stdout).toBe('ready\nend\n');
    expect(stderr).toContain('File exists');
    expect(stderr).toContain('Read-only file system');
    expect(readdirSync(place.ws)).toEqual(['go']);
  },
);

test.skipIf(!ok)(`attack: what the command leaves running waits for the mask to be removed${skipped}`, async () => {
  using place = workspace();
  const attack =
    'for i in 1 2 3; do (setsid sh -c "while :; do mkdir .git && echo owned > .git/config; done" 2>/dev/null &); done; exit 0';
  for (let index = 0; index < 15; index++) {
    await launch(request(place, attack));
    expect(readdirSync(place.ws)).toEqual([]);
  }
});

test.skipIf(!ok)(`kill -9 of the caller: the next launch clears up${skipped}`, async () => {
  using place = workspace();
  const sleep = uniqueSleep();
  using prepared = prepareLaunch(request(place, `echo ready; sleep ${sleep}`));
  const caller = startFromCaller(prepared);
  await caller.printed('ready');
  caller.child.kill('SIGKILL');
  await expect.poll(() => countProcesses(sleep), { timeout: 10_000 }).toBe(0);
  prepared[Symbol.dispose]();
  expect(readdirSync(place.ws)).toEqual([]);
});

test.skipIf(!ok)(`bubblewrap killed in the middle of its set-up leaves no sandbox${skipped}`, async () => {
  using place = workspace();
  for (let index = 0; index < 20; index++) {
    const sleep = uniqueSleep();
    const prepared = prepareLaunch(request(place, `sleep ${sleep}`));
    // The status arrives when the sandbox's first process exists, long before it is bound to bubblewrap.
    const killed = new Promise<void>((resolve) => {
      const running = start({
        ...prepared,
        fds: prepared.fds.map((fd) => ({
          ...fd,
          ...(fd.kind === 'output' && {
            onData(chunk: Buffer) {
              fd.onData(chunk);
              running.child.kill('SIGKILL');
            },
          }),
        })),
      });
      running.child.once('exit', () => resolve());
    });
    await killed;
    prepared[Symbol.dispose]();
    expect(countProcesses(sleep)).toBe(0);
    expect(readdirSync(place.ws)).toEqual([]);
  }
});

test.skipIf(!ok)(`attack: the command writes in the record of mount points${skipped}`, async () => {
  using place = workspace();
  const registryFolder = join(place.ws, 'record');
  const attack =
    'echo forged > record/x.marker; rm -rf record; mv record elsewhere; rm record/lock; chmod 777 record; ls -A record | wc -l';
  const { diagnosis } = await launch({ ...request(place, attack), registryFolder });
  expect(diagnosis.kind).toBe('command_ran');
  expect(readdirSync(place.ws)).toEqual(['record']);
  expect(readdirSync(registryFolder)).toEqual([]);
  expect(statSync(registryFolder).mode & 0o777).toBe(0o700);
});

test.skipIf(!ok)(`attack: the command replaces the helper${skipped}`, async () => {
  using place = workspace();
  mkdirSync(join(place.ws, 'native'));
  writeFileSync(join(place.ws, 'native/helper'), 'before');
  await launch({
    ...request(place, 'echo after > native/helper; mv native x; rm -rf native'),
    protectedPaths: [join(place.ws, 'native')],
  });
  expect(readFileSync(join(place.ws, 'native/helper'), 'utf8')).toBe('before');
});

test.skipIf(!ok)(`attack: the record of mount points is a link into the workspace${skipped}`, () => {
  using place = workspace();
  symlinkSync(place.ws, place.registry);
  expect(() => prepareLaunch(request(place, 'true'))).toThrow('must not be a symbolic link');
  expect(readdirSync(place.ws)).toEqual([]);
});

test.skipIf(!ok)(`a workspace without write permission still runs commands, protected${skipped}`, async () => {
  using place = workspace();
  chmodSync(place.ws, 0o555);
  const { stdout, diagnosis } = await launch(
    request(place, 'chmod 755 . && (mkdir .git 2>/dev/null; echo x > .git/config) 2>/dev/null; echo ran'),
  );
  expect(diagnosis).toEqual({ kind: 'command_ran', exitCode: 0 });
  expect(stdout).toBe('ran\n');
  expect(existsSync(join(place.ws, '.git'))).toBe(false);
});

test.skipIf(!ok || isRoot)(
  `a workspace of somebody else runs commands${ok && isRoot ? ' [skipped: root may write anywhere]' : skipped}`,
  async () => {
    using place = workspace();
    const { diagnosis } = await launch({
      ...request(place, 'mkdir /usr/share/.git && exit 9; exit 3'),
      policy: workspaceWrite('/usr/share'),
    });
    expect(diagnosis).toEqual({ kind: 'command_ran', exitCode: 3 });
  },
);

test.skipIf(!has.noBundled.ok)(`without any bwrap${has.noBundled.skipped}`, () => {
  using place = workspace();
  const before = process.env['PATH'];
  process.env['PATH'] = place.ws;
  try {
    expect(() => prepareLaunch(request(place, 'true'))).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        reason: 'no_bubblewrap',
        mend: expect.stringContaining('bubblewrap'),
      }),
    );
  } finally {
    process.env['PATH'] = before;
  }
});

test.each([
  { line: 'bwrap: Unknown option --disable-userns', reason: 'unknown_option' },
  { line: 'bwrap: No permissions to create a new namespace, likely because …', reason: 'no_namespaces' },
  { line: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted", reason: 'proc_mount' },
])('a bwrap that fails with "$line"', async ({ line, reason }) => {
  using place = workspace();
  const path = join(place.root, 'bwrap');
  writeFileSync(path, `#!/bin/sh\necho "${line}" >&2\nexit 1\n`, { mode: 0o755 });
  const { diagnosis } = await launch({ ...request(place, 'true'), bubblewrap: { path, origin: 'system' } });
  expect(diagnosis).toEqual({ kind: 'setup_failed', reason, message: line });
  expect(readdirSync(place.ws)).toEqual([]);
});

test.skipIf(!ok || !has.nestedNamespaces.ok)(
  `where user name spaces are forbidden, the failure says so${skipped || has.nestedNamespaces.skipped}`,
  async () => {
    using place = workspace();
    using prepared = prepareLaunch({
      ...request(place, 'echo ran'),
      bubblewrap: bubblewrap ?? { path: '', origin: 'system' },
    });
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
    const args = ['-Ur', 'sh', '-c', forbid, 'sh', prepared.file, ...prepared.args];
    const finished = await start({ ...prepared, fds: prepared.fds, file: '/usr/bin/unshare', args }).finished;
    expect(finished.stdout).toBe('');
    expect(prepared.launcher?.failed()).toBe(true);
    expect(prepared.diagnose({ ...finished, launcherStderr: finished.stderr })).toMatchObject({
      kind: 'setup_failed',
      reason: 'no_namespaces',
    });
  },
);
