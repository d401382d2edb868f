// The workspace's dependencies, exactly as the lockfile has them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { pnpmCommand, pnpmVersion, toolEnvironment } from './package-manager.mjs';
import { hasStamp, inRepository, root, writeStamp } from './repository.mjs';
import { runStep } from './run-step.mjs';

export async function installDependencies() {
  const circumstances = [
    createHash('sha256')
      .update(readFileSync(inRepository('pnpm-lock.yaml')))
      .digest('hex'),
    `node ${process.version} ${process.platform} ${process.arch}`,
    `pnpm ${pnpmVersion}`,
  ].join('\n');
  if (hasStamp('dependencies', circumstances) && existsSync(inRepository('node_modules/.modules.yaml'))) return;
  await runStep(
    'dependencies (pnpm install)',
    // A modules folder of another pnpm or store is replaced without a question: nobody may be there to answer.
    ...pnpmCommand('install', '--frozen-lockfile', '--config.confirm-modules-purge=false'),
    { cwd: root, env: toolEnvironment() },
  );
  writeStamp('dependencies', circumstances);
}
