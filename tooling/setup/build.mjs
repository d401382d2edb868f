// Builds every package, unless nothing that a build reads has changed since the last one: then not even turbo starts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { placeBundledBubblewrap } from './bubblewrap.mjs';
import { onPath } from './on-path.mjs';
import { toolEnvironment } from './package-manager.mjs';
import { hasStamp, inRepository, root, writeStamp } from './repository.mjs';
import { run, SetupError, tell } from './run-step.mjs';

const cli = inRepository('apps/cli/dist/main.js');

/** Folders that hold no build input. */
const ignored = new Set(['node_modules', 'dist', 'test', 'test-results', '.turbo', 'build', 'coverage']);

export async function build() {
  const circumstances = `${process.version}\n${compilerFingerprint()}\n${fingerprint()}`;
  if (hasStamp('build', circumstances) && existsSync(cli)) return placeBundledBubblewrap();
  tell('▸ build (turbo)');
  const status = await turbo(['run', 'build', '--output-logs=new-only']);
  if (status !== 0) throw new SetupError('the build failed; what it printed is above');
  placeBundledBubblewrap();
  writeStamp('build', circumstances);
}

/** Two tasks at a time: the tests measure time and memory of real processes, and would disturb each other. */
export function turbo(args, options) {
  const [command, ...rest] = args;
  return run(
    process.execPath,
    [inRepository('node_modules/turbo/bin/turbo'), command, '--concurrency=2', '--ui=stream', ...rest],
    {
      cwd: root,
      env: { ...toolEnvironment(), SALLYPORT_COMPILER: compilerFingerprint(), ...options?.env },
    },
  );
}

/** The native helper is only built where there is a compiler: a build made without one isn't reused once there is. */
function compilerFingerprint() {
  return [process.env.CC, 'cc', 'gcc', 'clang'].flatMap((name) => (name ? (onPath(name) ?? []) : []))[0] ?? 'none';
}

/** Names, sizes and times of all build inputs: some milliseconds, where hashing their contents would take longer. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of ['pnpm-lock.yaml', 'turbo.json', 'tooling/tsconfig/base.json']) add(inRepository(name));
  for (const folder of ['packages', 'apps']) walk(inRepository(folder), 0);
  return hash.digest('hex');

  function walk(folder, depth) {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) add(path);
      // `native` of an app is a copy of what linux-sandbox built.
      else if (!ignored.has(entry.name) && !(depth === 1 && entry.name === 'native' && folder.includes('apps')))
        walk(path, depth + 1);
    }
  }

  function add(path) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
}
