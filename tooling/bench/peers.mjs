// Who we're compared with. They aren't dependencies: `--install-peers` puts them into `.setup/peers`, which git ignores.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.setup/peers', import.meta.url));
const PACKAGES = ['node@22', '@openai/codex@0.171.0', '@anthropic-ai/sandbox-runtime@0.0.78'];

export function installPeers() {
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`▸ ${PACKAGES.join(', ')}\n`);
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit', '--loglevel=error', ...PACKAGES],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) throw new Error('the peers could not be installed; what npm printed is above');
}

/** Node 22 of `SALLYPORT_BENCH_NODE22`, else the installed one. */
export function findNode22() {
  const candidates = [process.env.SALLYPORT_BENCH_NODE22, join(folder, 'node_modules/node/bin/node')];
  return candidates.find((path) => path && existsSync(path));
}

/** The native binary of the Codex CLI: the npm package's launcher would add the start of a Node. */
export function findCodex() {
  return findFile(join(folder, 'node_modules/@openai'), 'codex');
}

export function findSrt() {
  const path = join(folder, 'node_modules/@anthropic-ai/sandbox-runtime/dist/cli.js');
  return existsSync(path) ? path : undefined;
}

function findFile(start, name) {
  if (!existsSync(start)) return undefined;
  return readdirSync(start, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === name)
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))[0];
}
