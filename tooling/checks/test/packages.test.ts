import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import ownManifest from '../package.json' with { type: 'json' };
import { runNode, runProgram } from '../src/run-program.js';
import { type Manifest, publishedPackages, repositoryRoot } from '../src/workspace.js';

const require = createRequire(import.meta.url);
const attw = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist/index.js');
const root: { license: string; engines: { node: string } } = JSON.parse(
  readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
);

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sallyport-pack-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('this package depends on every published one, so that all are built before they are checked', () => {
  const published = publishedPackages().map(({ manifest }) => manifest.name);
  expect(Object.keys(ownManifest.devDependencies)).toEqual(expect.arrayContaining(published));
});

describe.each(publishedPackages().map((each) => ({ ...each, name: each.manifest.name })))(
  '$name',
  ({ folder, kind, manifest, name }) => {
    let tarball: string;
    let contents: string[];
    let packed: Manifest;
    beforeAll(async () => {
      // pnpm, as at a release: it replaces `workspace:`, `catalog:` and the fields of publishConfig, and adds the LICENSE.
      const result = await runProgram('pnpm', ['pack', '--json', '--pack-destination', scratch], { cwd: folder });
      expect(result, 'pnpm pack').toMatchObject({ status: 0 });
      const { filename }: { filename: string } = JSON.parse(result.stdout);
      tarball = join(scratch, basename(filename));
      const listing = await runProgram('tar', ['-tzf', tarball], { cwd: scratch });
      contents = listing.stdout
        .trim()
        .split('\n')
        .map((path) => path.replace(/^package\//, ''));
      packed = JSON.parse(
        (await runProgram('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: scratch })).stdout,
      );
    });

    test('package.json says what a registry and its readers need', () => {
      expect(manifest).toMatchObject({
        type: 'module',
        license: root.license,
        engines: root.engines,
        publishConfig: { access: 'public' },
      });
      expect(manifest.description).toMatch(/^[A-Z].{20,}[^.]$/);
      expect(manifest.files).not.toEqual([]);
      expect(typeof manifest.sideEffects).toBe('boolean');
      expect(manifest.exports).toHaveProperty(['./package.json']);
      for (const version of Object.values(manifest.dependencies ?? {}))
        expect(version).toMatch(/^(workspace:\*|catalog:|\d+\.\d+\.\d+(-[\w.]+)?)$/);
    });

    test('ships README, LICENSE and what it exports, and neither sources nor tests', () => {
      expect(contents).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
      expect(contents.filter((path) => /(^|\/)(src|test)\/|\.test\.|\.tsbuildinfo$/.test(path))).toEqual([]);
      const targets = [...targetsOf(packed.exports), ...Object.values(packed.bin ?? {})].map((target) =>
        target.replace('./', ''),
      );
      expect(targets.filter((target) => !contents.includes(target))).toEqual([]);
    });

    test('what is published names no source and no workspace', () => {
      expect(JSON.stringify({ ...packed, devDependencies: {} })).not.toMatch(
        /workspace:|catalog:|@sallyport\/source|\.\/src\//,
      );
    });

    test('publint --strict', async () => {
      const { messages } = await publint({
        pack: { tarball: toArrayBuffer(readFileSync(tarball)) },
        strict: true,
      });
      expect(messages.map((message) => formatMessage(message, packed))).toEqual([]);
    });

    // Who only has a bin has no types to be wrong.
    if (kind !== 'library') return;
    test('are the types wrong? (esm-only)', async () => {
      const result = await runNode(attw, [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'], {
        cwd: scratch,
      });
      expect(result.status, `${name}\n${result.stdout}${result.stderr}`).toBe(0);
    });
  },
);

function targetsOf(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports];
  return typeof exports === 'object' && exports !== null ? Object.values(exports).flatMap(targetsOf) : [];
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
