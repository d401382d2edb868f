import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { runNode } from '../src/run-program.js';
import { publishedPackages, repositoryRoot, workspacePackages } from '../src/workspace.js';

const require = createRequire(join(repositoryRoot, 'package.json'));

// The tool itself, on a copy of the manifests, is the best judge of whether a changeset is valid.
test('the changesets make a release, in which every package has a version', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'sallyport-changesets-'));
  try {
    const manifests = workspacePackages().map(({ folder }) => relative(repositoryRoot, join(folder, 'package.json')));
    for (const path of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', '.changeset', ...manifests]) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(repositoryRoot, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'));
    const result = await runNode(require.resolve('@changesets/cli/bin.js'), ['version'], { cwd: copy });
    expect(result.status, `${result.stdout}${result.stderr}`).toBe(0);
    const versions = publishedPackages().map(({ folder, manifest }) => {
      const released: { version: string } = JSON.parse(
        readFileSync(join(copy, relative(repositoryRoot, folder), 'package.json'), 'utf8'),
      );
      return { name: manifest.name, version: released.version };
    });
    expect(versions.filter(({ version }) => version === '0.0.0')).toEqual([]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
