import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { importsOf } from '../src/imports.js';
import { readmeExamples } from '../src/readme-examples.js';
import { runNode } from '../src/run-program.js';
import { publishedPackages, repositoryRoot, splitSpecifier } from '../src/workspace.js';

// Below this package, so that the examples find the built packages in its node_modules as a consumer would in theirs.
const folder = join(repositoryRoot, 'tooling/checks/.readme-examples');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

const examples = publishedPackages().flatMap((each) =>
  readmeExamples(readFileSync(join(each.folder, 'README.md'), 'utf8')).map((example, index) => ({
    ...example,
    manifest: each.manifest,
    name: `${each.manifest.name} README.md:${example.line}`,
    file: join(folder, `${each.manifest.name.replace('@sallyport/', '')}-${index}.ts`),
  })),
);
for (const { file, code } of examples) writeFileSync(file, code);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  typeRoots: [join(repositoryRoot, 'tooling/checks/node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

test('every library has an example that runs', () => {
  const shown = new Set(examples.map(({ manifest }) => manifest.name));
  const libraries = publishedPackages().filter(({ kind }) => kind === 'library');
  expect(libraries.map(({ manifest }) => manifest.name).filter((name) => !shown.has(name))).toEqual([]);
});

describe.each(examples)('$name', ({ file, code, manifest }) => {
  test('uses only what somebody has who installed this package', () => {
    const installed = new Set([
      manifest.name,
      ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    ]);
    const imported = importsOf(file, code)
      .map(({ specifier }) => specifier)
      .filter((specifier) => !specifier.startsWith('node:'));
    expect(imported.map((specifier) => splitSpecifier(specifier).name).filter((name) => !installed.has(name))).toEqual(
      [],
    );
  });

  test('type-checks against the published types and runs', async () => {
    const program = ts.createProgram([file], options);
    const output: string[] = [];
    const emitted = program.emit(undefined, (path, text) => {
      output.push(path);
      writeFileSync(path, text);
    });
    const diagnostics = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
    expect(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: (path) => path,
        getCurrentDirectory: () => folder,
        getNewLine: () => '\n',
      }),
    ).toBe('');

    const cwd = mkdtempSync(join(tmpdir(), 'sallyport-example-'));
    try {
      const result = await runNode(output[0] ?? '', [], { cwd, timeoutMs: 60_000 });
      expect(result, 'exits with 0').toMatchObject({ status: 0 });
      expect(result.stdout.trim(), 'prints something').not.toBe('');
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});

describe('the extraction itself', () => {
  test('takes ts blocks, leaves other languages and no-run', () => {
    const markdown = [
      '# x',
      '```ts',
      'one();',
      '```',
      '```ts no-run',
      'two();',
      '```',
      '```sh',
      'three',
      '```',
      '```ts',
      'four();',
      '```',
    ];
    expect(readmeExamples(markdown.join('\n'))).toEqual([
      { line: 3, code: 'one();\n' },
      { line: 12, code: 'four();\n' },
    ]);
  });

  test('reports a block without an end', () => {
    expect(() => readmeExamples('```ts\none();')).toThrow('line 1: a code block without an end');
  });
});
