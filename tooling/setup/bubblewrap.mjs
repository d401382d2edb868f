// bubblewrap, the stronger of the two Linux sandboxes: installed where that is possible without asking anybody anything.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onPath } from './on-path.mjs';
import { inRepository, inSetup } from './repository.mjs';
import { run, tell } from './run-step.mjs';

/** Package managers by the program that tells them apart; `refresh` is needed where the image ships without lists. */
const managers = [
  {
    program: 'apt-get',
    refresh: ['update', '-q'],
    install: ['install', '-y', '-q', '--no-install-recommends', 'bubblewrap'],
  },
  { program: 'dnf', install: ['install', '-y', 'bubblewrap'] },
  { program: 'pacman', install: ['-Sy', '--noconfirm', 'bubblewrap'] },
  { program: 'zypper', install: ['--non-interactive', 'install', 'bubblewrap'] },
  { program: 'apk', install: ['add', '--no-cache', 'bubblewrap'] },
];

/** The private copy, and where the library and the CLI look for it: beside the native helper. */
const bundled = inSetup('bubblewrap/bwrap');
const places = ['packages/linux-sandbox/native/build/bwrap', 'apps/cli/native/build/bwrap'];

/** Never fails: without bubblewrap Landlock may do, and `sallyport doctor` says what is missing. */
export async function installBubblewrap() {
  if (process.platform !== 'linux' || onPath('bwrap') !== undefined) return;
  if (existsSync(bundled) && answers(bundled)) return placeBundledBubblewrap();

  const manager = managers.find(({ program }) => onPath(program) !== undefined);
  const isRoot = process.getuid() === 0;
  // A refused attempt isn't repeated at every start; deleting `.setup/` tries again.
  const refused = inSetup('bubblewrap', `refused-${process.getuid()}`);
  if (existsSync(refused)) return;
  tell('▸ bubblewrap');
  if (manager !== undefined && (isRoot || canSudo()) && (await installWith(manager, isRoot ? [] : ['sudo', '-n'])))
    return;
  if (manager?.program === 'apt-get' && (await unpackWithoutRoot())) return placeBundledBubblewrap();
  tell(
    manager === undefined
      ? '  bubblewrap is missing and there is no known package manager: install the package "bubblewrap".'
      : `  bubblewrap is missing. Install it with:  ${isRoot ? '' : 'sudo '}${manager.program} ${manager.install.join(' ')}`,
  );
  tell('  Going on: Landlock contains what it can express; anything else is refused.');
  mkdirSync(refused, { recursive: true });
}

/** A build may have emptied the folders, or restored them from a cache that never had the copy. */
export function placeBundledBubblewrap() {
  if (!existsSync(bundled)) return;
  for (const place of places.map((path) => inRepository(path))) {
    if (existsSync(place) && statSync(place).size === statSync(bundled).size) continue;
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(bundled, place);
  }
}

async function installWith(manager, prefix) {
  const [file, ...before] = [...prefix, manager.program];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (manager.refresh !== undefined) await run(file, [...before, ...manager.refresh], { env });
  await run(file, [...before, ...manager.install], { env });
  return onPath('bwrap') !== undefined;
}

/**
 * Debian and its kin, without any privilege: apt fetches and checks the lists and the package as it does for root (the
 * system's keys and sources), only that everything it writes lies in `.setup/`. bubblewrap needs no setuid bit where user
 * namespaces are allowed, so the unpacked binary works as it is.
 */
async function unpackWithoutRoot() {
  const home = inSetup('bubblewrap');
  const state = join(home, 'apt');
  const unpacked = join(home, 'unpacked');
  for (const folder of ['lists/partial', 'cache/archives/partial', 'log'])
    mkdirSync(join(state, folder), { recursive: true });
  const options = { 'Dir::State::lists': 'lists', 'Dir::Cache': 'cache', 'Dir::Log': 'log' };
  const apt = ['-q', ...Object.entries(options).flatMap(([key, folder]) => ['-o', `${key}=${join(state, folder)}`])];
  try {
    if ((await run('apt-get', [...apt, 'update'])) !== 0) return false;
    if ((await run('apt-get', [...apt, 'download', 'bubblewrap'], { cwd: home })) !== 0) return false;
    const archive = readdirSync(home).find((name) => /^bubblewrap_.*\.deb$/.test(name));
    if (archive === undefined || (await run('dpkg-deb', ['-x', join(home, archive), unpacked])) !== 0) return false;
    copyFileSync(join(unpacked, 'usr/bin/bwrap'), bundled);
    chmodSync(bundled, 0o755);
    rmSync(join(home, archive));
    return answers(bundled);
  } finally {
    rmSync(state, { recursive: true, force: true });
    rmSync(unpacked, { recursive: true, force: true });
  }
}

function answers(binary) {
  return spawnSync(binary, ['--version'], { stdio: 'ignore' }).status === 0;
}

function canSudo() {
  return onPath('sudo') !== undefined && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
}

/** For the key of cached test results: which bubblewrap the tests will find. */
export function bubblewrapFingerprint() {
  const path = onPath('bwrap') ?? (existsSync(bundled) ? bundled : undefined);
  if (path === undefined) return 'none';
  const { size, mtimeMs } = statSync(path);
  return `${path}-${size}-${Math.round(mtimeMs)}`;
}
