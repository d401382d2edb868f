import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runNode } from '../src/run-program.js';
import { repositoryFiles, repositoryRoot, workspacePackages } from '../src/workspace.js';

// The tools are dependencies of the root.
const require = createRequire(join(repositoryRoot, 'package.json'));
const inRoot = { cwd: repositoryRoot, env: { ...process.env, NO_COLOR: '1' } };

test('biome check: format and lint', async () => {
  const biome = require.resolve('@biomejs/biome/bin/biome');
  const result = await runNode(biome, ['check', '--colors=off', '--max-diagnostics=50'], inRoot);
  expect(result.status, `${result.stdout}${result.stderr}`).toBe(0);
});

test('knip: no unused file, export or dependency', async () => {
  const knip = join(repositoryRoot, 'node_modules/knip/bin/knip.js');
  const result = await runNode(knip, ['--no-progress'], inRoot);
  expect(result.status, `${result.stdout}${result.stderr}`).toBe(0);
});

test('nothing names a path of one machine, or a registry', () => {
  // People in examples live in /home/you or /home/user. Everyone else is somebody.
  const forbidden = [
    /\/(?:home|Users)\/(?!you\b|user\b)\w+/,
    /\bregistry\.[a-z]|registry\s*=|_authToken/i,
    new RegExp(`${escapeRegExp(repositoryRoot)}(?![\\w-])`),
    ...(homedir() === '/' ? [] : [new RegExp(`(?<![\\w.])${escapeRegExp(homedir())}/`)]),
  ];
  const found = repositoryFiles()
    .filter(
      (path) =>
        statSync(join(repositoryRoot, path)).size < 4 * 1024 * 1024 &&
        path !== 'tooling/checks/test/repository.test.ts',
    )
    .flatMap((path) =>
      readFileSync(join(repositoryRoot, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          forbidden.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
        ),
    );
  expect(found).toEqual([]);
});

test.each(['README.md', 'LICENSE', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/cli.md'])(
  '%s is there',
  (path) => {
    expect(existsSync(join(repositoryRoot, path))).toBe(true);
  },
);

test.each(
  workspacePackages()
    .filter(({ kind }) => kind !== 'tooling')
    .map(({ manifest, folder }) => ({ name: manifest.name, manifest, folder })),
)('$name can be built, type-checked and tested alone', ({ manifest, folder }) => {
  expect(Object.keys(manifest.scripts ?? {})).toEqual(expect.arrayContaining(['build', 'test', 'typecheck']));
  expect(existsSync(join(folder, 'README.md'))).toBe(true);
});

test('relative links in the documents lead somewhere', () => {
  const broken = repositoryFiles()
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => target ?? '')
        .filter((target) => !existsSync(join(repositoryRoot, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
  expect(broken).toEqual([]);
});

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
