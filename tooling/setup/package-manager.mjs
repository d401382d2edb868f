// The pinned pnpm, private to this clone: nothing is installed globally and whatever pnpm the user has doesn't matter.
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRepository, inSetup } from './repository.mjs';
import { runStep } from './run-step.mjs';

const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));

/** `packageManager` of package.json is where the version is pinned. */
export const pnpmVersion = manifest.packageManager.replace(/^pnpm@/, '');

const pnpmFolder = inSetup('pnpm');
const pnpmCli = join(pnpmFolder, 'node_modules/pnpm/bin/pnpm.cjs');

export async function installPackageManager() {
  if (installedVersion() === pnpmVersion) return;
  mkdirSync(pnpmFolder, { recursive: true });
  const args = ['install', '--prefix', pnpmFolder, '--no-save', '--ignore-scripts', '--no-fund', '--no-audit'];
  const npm = npmCommand();
  await runStep(
    `pnpm ${pnpmVersion} (private to this clone)`,
    npm.file,
    [...npm.args, ...args, '--loglevel=error', `pnpm@${pnpmVersion}`],
    {
      cwd: pnpmFolder,
      env: toolEnvironment(),
    },
  );
}

/** What to spawn for pnpm, without a shell and on the same Node as ours. */
export function pnpmCommand(...args) {
  return [process.execPath, [pnpmCli, ...args]];
}

/**
 * The environment for npm, pnpm and turbo. Turbo looks for pnpm on the PATH, and tests for bubblewrap: the system's, else
 * the copy that set-up fetched. A home that can't be written (a service
 * account, a read-only container) gets its caches into `.setup/`.
 */
export function toolEnvironment() {
  const environment = {
    ...process.env,
    PATH: [join(pnpmFolder, 'node_modules/.bin'), process.env.PATH ?? '', inSetup('bubblewrap')].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    npm_config_update_notifier: 'false',
  };
  // npm hands its configuration to its scripts; the silence meant for `npm start` isn't meant for pnpm.
  delete environment.npm_config_loglevel;
  if (homeIsWritable()) return environment;
  return {
    ...environment,
    npm_config_cache: inSetup('home/npm'),
    XDG_CACHE_HOME: inSetup('home/cache'),
    XDG_DATA_HOME: inSetup('home/data'),
    XDG_STATE_HOME: inSetup('home/state'),
  };
}

function installedVersion() {
  try {
    return JSON.parse(readFileSync(join(pnpmFolder, 'node_modules/pnpm/package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** npm tells its scripts where it is. Started plainly (`node tooling/setup/start.mjs`), the PATH must know. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js') && existsSync(cli)) return { file: process.execPath, args: [cli] };
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

function homeIsWritable() {
  try {
    accessSync(homedir(), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
