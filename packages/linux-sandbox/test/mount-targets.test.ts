import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@sallyport/vitest-preset/bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimMountTargets } from '../src/mount-targets/claim.js';
import { formatIdentity, identityOf, ownIdentity } from '../src/mount-targets/process-identity.js';
import { openRegistry } from '../src/mount-targets/registry-folder.js';
import { withRegistryLock } from '../src/mount-targets/registry-lock.js';
import { workspace } from './support/workspace.js';

let built: string;
let module: string;
beforeAll(async () => {
  built = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-bundle-')));
  module = await bundle(fileURLToPath(new URL('../src/mount-targets/claim.ts', import.meta.url)), built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

const isRoot = process.geteuid?.() === 0;

function claim(registry: string, ...paths: string[]) {
  return claimMountTargets(registry, () => ({
    plan: undefined,
    targets: paths.map((path) => ({ path, kind: path.endsWith('.file') ? 'file' : 'directory' })),
  })).claim;
}

/** Another process that holds a claim until it is told to release it, or killed. */
async function claimant(
  registry: string,
  ...paths: string[]
): Promise<{ child: ChildProcess; release(): Promise<void>; kill(): Promise<void> }> {
  const fixture = fileURLToPath(new URL('./fixtures/claimant.mjs', import.meta.url));
  const child = spawn(process.execPath, [fixture, module, registry, ...paths], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {},
  });
  const says = async (wanted: string): Promise<void> => {
    const [chunk] = await once(child.stdout, 'data');
    expect(String(chunk)).toBe(`${wanted}\n`);
  };
  await says('claimed');
  return {
    child,
    async release() {
      child.stdin.write('release\n');
      await says('release done');
      child.stdin.end();
      await once(child, 'exit');
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function deadIdentity(): Promise<string> {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const identity = identityOf(child.pid ?? 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return formatIdentity(identity ?? ownIdentity());
}

test('stand-ins are made for a launch, and gone after it', () => {
  using place = workspace();
  const held = claim(place.registry, join(place.ws, '.git'), join(place.ws, 'x.file'));
  expect(readdirSync(place.ws).sort()).toEqual(['.git', 'x.file']);
  expect(statSync(place.registry).mode & 0o777).toBe(0o700);
  held.release();
  held.release();
  expect(readdirSync(place.ws)).toEqual([]);
  expect(readdirSync(place.registry)).toEqual([]);
});

test('what existed is never removed, even when empty', () => {
  using place = workspace();
  const git = join(place.ws, '.git');
  mkdirSync(git);
  claim(place.registry, git).release();
  expect(existsSync(git)).toBe(true);
});

test('what was filled, or replaced, meanwhile is not removed', () => {
  using place = workspace();
  const [filled, replaced, written] = [join(place.ws, 'filled'), join(place.ws, 'replaced'), join(place.ws, 'w.file')];
  const held = claim(place.registry, filled, replaced, written);
  writeFileSync(join(filled, 'config'), '');
  rmSync(replaced, { recursive: true });
  mkdirSync(replaced);
  writeFileSync(written, 'text');
  held.release();
  expect(readdirSync(place.ws).sort()).toEqual(['filled', 'replaced', 'w.file']);
});

test('two sandboxes of one process share a stand-in; the last one removes it', () => {
  using place = workspace();
  const git = join(place.ws, '.git');
  const first = claim(place.registry, git);
  const second = claim(place.registry, git);
  first.release();
  expect(existsSync(git)).toBe(true);
  second.release();
  expect(existsSync(git)).toBe(false);
});

test('the plan is told of other sandboxes’ stand-ins, and not of real folders', () => {
  using place = workspace();
  const [git, agents] = [join(place.ws, '.git'), join(place.ws, '.agents')];
  mkdirSync(agents);
  const held = claim(place.registry, git);
  const seen = claimMountTargets(place.registry, (isStandIn) => ({
    plan: [isStandIn(git), isStandIn(agents)],
    targets: [],
  }));
  expect(seen.plan).toEqual([true, false]);
  writeFileSync(join(git, 'HEAD'), ''); // `git init` on the host: now it's a repository
  expect(claimMountTargets(place.registry, (isStandIn) => ({ plan: isStandIn(git), targets: [] })).plan).toBe(false);
  held.release();
});

test.each(['first', 'second'])(
  'two processes share a stand-in; whoever is last removes it (released first: %s)',
  async (releasedFirst) => {
    using place = workspace();
    const git = join(place.ws, '.git');
    const first = await claimant(place.registry, git);
    const second = await claimant(place.registry, git);
    const order = releasedFirst === 'first' ? [first, second] : [second, first];
    await order[0]?.release();
    expect(existsSync(git)).toBe(true);
    await order[1]?.release();
    expect(existsSync(git)).toBe(false);
    expect(readdirSync(place.registry)).toEqual([]);
  },
);

test('kill -9 leaves stand-ins, and the next launch clears them up', async () => {
  using place = workspace();
  const [git, agents] = [join(place.ws, '.git'), join(place.ws, '.agents')];
  await (await claimant(place.registry, git, agents)).kill();
  expect(readdirSync(place.ws).sort()).toEqual(['.agents', '.git']);
  claim(place.registry, git).release();
  expect(readdirSync(place.ws)).toEqual([]);
  expect(readdirSync(place.registry)).toEqual([]);
});

test('kill -9 of one of two: the other keeps what it has mounted', async () => {
  using place = workspace();
  const git = join(place.ws, '.git');
  const killed = await claimant(place.registry, git);
  const held = claim(place.registry, git);
  await killed.kill();
  claim(place.registry, join(place.ws, 'other')).release();
  expect(existsSync(git)).toBe(true);
  held.release();
  expect(existsSync(git)).toBe(false);
});

test('twenty processes at once leave nothing', async () => {
  using place = workspace();
  const paths = ['.git', '.agents', '.codex'].map((name) => join(place.ws, name));
  const all = await Promise.all(Array.from({ length: 20 }, () => claimant(place.registry, ...paths)));
  expect(readdirSync(place.ws)).toHaveLength(3);
  await Promise.all(all.map((one, index) => (index % 3 === 0 ? one.kill() : one.release())));
  claim(place.registry, join(place.ws, 'sweep')).release();
  expect(readdirSync(place.ws)).toEqual([]);
  expect(readdirSync(place.registry)).toEqual([]);
});

test('a maker that was killed before it could record what it made', async () => {
  using place = workspace();
  openRegistry(place.registry);
  const [git, older] = [join(place.ws, '.git'), join(place.ws, 'older')];
  mkdirSync(older);
  await new Promise((resolve) => setTimeout(resolve, 20)); // the clock of the file system has to move on
  const owner = await deadIdentity();
  const intended = [git, older].map((path) => ({ path, kind: 'directory' }));
  writeFileSync(join(place.registry, 'crashed.marker'), `${JSON.stringify({ owner, intended })}\n`);
  mkdirSync(git);
  claim(place.registry, join(place.ws, 'sweep')).release();
  expect(readdirSync(place.ws)).toEqual(['older']);
});

test('a lock of a dead process is broken, once', async () => {
  using place = workspace();
  openRegistry(place.registry);
  symlinkSync(await deadIdentity(), join(place.registry, 'lock'));
  symlinkSync(await deadIdentity(), join(place.registry, 'lock.breaking'));
  expect(withRegistryLock(place.registry, () => readdirSync(place.registry))).toEqual(['lock']);
  expect(readdirSync(place.registry)).toEqual([]);
});

test('a number that was given to another process is no holder', () => {
  using place = workspace();
  openRegistry(place.registry);
  symlinkSync(formatIdentity({ ...ownIdentity(), pid: process.ppid, startTime: '1' }), join(place.registry, 'lock'));
  expect(withRegistryLock(place.registry, () => 'held')).toBe('held');
});

test('attack: the registry is a symbolic link into the workspace', () => {
  using place = workspace();
  symlinkSync(place.ws, place.registry);
  expect(() => claim(place.registry, join(place.ws, '.git'))).toThrow(
    expect.objectContaining({
      code: 'SANDBOX_UNAVAILABLE',
      reason: 'unsafe_registry',
      message: expect.stringContaining('symbolic link'),
    }),
  );
  expect(readdirSync(place.ws)).toEqual([]);
});

test.each([0o755, 0o770, 0o707])('attack: the registry is open to others (%o)', (mode) => {
  using place = workspace();
  mkdirSync(place.registry);
  chmodSync(place.registry, mode);
  expect(() => claim(place.registry, join(place.ws, '.git'))).toThrow('is open to other users');
});

test.skipIf(!isRoot)(
  `attack: the registry is somebody else's${isRoot ? '' : ' [skipped: needs root to make one]'}`,
  () => {
    using place = workspace();
    mkdirSync(place.registry, { mode: 0o700 });
    chownSync(place.registry, 12345, 12345);
    expect(() => claim(place.registry, join(place.ws, '.git'))).toThrow('belongs to user 12345');
  },
);

test('attack: forged markers of dead processes remove nothing but what is empty and just so', async () => {
  using place = workspace();
  openRegistry(place.registry);
  const owner = await deadIdentity();
  const [full, empty, file] = [join(place.ws, 'full'), join(place.ws, 'empty'), join(place.ws, 'file')];
  mkdirSync(full);
  writeFileSync(join(full, 'content'), 'content');
  mkdirSync(empty);
  writeFileSync(file, 'text');
  const real = (path: string): { dev: string; ino: string; born: string } => {
    const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
    return { dev: String(dev), ino: String(ino), born: String(birthtimeNs) };
  };
  const made = [
    { path: full, kind: 'directory', ...real(full) },
    { path: empty, kind: 'directory', ...real(full) },
    { path: file, kind: 'file', ...real(file) },
    { path: file, kind: 'directory', ...real(file) },
    { path: `${full}/../full/content`, kind: 'file', ...real(full) },
  ];
  const write = (name: string, text: string): void => writeFileSync(join(place.registry, name), text);
  write('a.marker', `${JSON.stringify({ owner, intended: [] })}\n${JSON.stringify({ made })}\n`);
  write('b.marker', `${JSON.stringify({ owner, intended: [{ path: 'relative', kind: 'directory' }] })}\n`);
  write('c.marker', 'not json\n');
  write('d.marker', `${JSON.stringify({ owner: '../../etc', intended: [] })}\n`);
  write('e.marker', `${'['.repeat(5000)}\n`);
  mkdirSync(join(place.registry, 'f.marker'));
  symlinkSync(file, join(place.registry, 'g.marker'));
  claim(place.registry, join(place.ws, '.git')).release();
  expect(readdirSync(place.ws).sort()).toEqual(['empty', 'file', 'full']);
  expect(readdirSync(full)).toEqual(['content']);
  expect(readdirSync(place.registry)).toEqual([]);
});

test('attack: something else appears at the path while the launch is prepared', () => {
  using place = workspace();
  const git = join(place.ws, '.git');
  const attempt = (): unknown =>
    claimMountTargets(place.registry, () => {
      symlinkSync(place.root, git);
      return {
        plan: undefined,
        targets: [
          { path: join(place.ws, '.agents'), kind: 'directory' },
          { path: git, kind: 'directory' },
        ],
      };
    });
  expect(attempt).toThrow(expect.objectContaining({ reason: 'mount_point' }));
  expect(readdirSync(place.ws)).toEqual(['.git']); // and what had been made for it is gone again
  expect(readdirSync(place.registry)).toEqual([]);
});

test('a folder of ours without write permission: the command could give it to itself, so the stand-in is made all the same', () => {
  using place = workspace();
  chmodSync(place.ws, 0o555);
  const held = claim(place.registry, join(place.ws, '.git'));
  expect(held.impossible).toEqual([]);
  expect(existsSync(join(place.ws, '.git'))).toBe(true);
  expect(statSync(place.ws).mode & 0o777).toBe(0o555);
  held.release();
  expect(existsSync(join(place.ws, '.git'))).toBe(false);
  expect(statSync(place.ws).mode & 0o777).toBe(0o555);
});

test.skipIf(isRoot)(
  `a folder of somebody else: neither we nor the command can create anything there${isRoot ? ' [skipped: root can]' : ''}`,
  () => {
    using place = workspace();
    expect(claim(place.registry, '/usr/.git')).toMatchObject({ impossible: ['/usr/.git'] });
  },
);

test('a folder that is gone is an error, and leaves nothing', () => {
  using place = workspace();
  expect(() => claim(place.registry, join(place.ws, '.git'), join(place.ws, 'gone/.git'))).toThrow('gone/.git');
  expect(readdirSync(place.ws)).toEqual([]);
  expect(readdirSync(place.registry)).toEqual([]);
});
