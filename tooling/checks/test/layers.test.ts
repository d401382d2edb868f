import { describe, expect, test } from 'vitest';
import table from '../layers.json' with { type: 'json' };
import { type LayerTable, layerViolations } from '../src/layers.js';
import { type Manifest, workspacePackages } from '../src/workspace.js';

test('every package of this repository keeps to the layer table', () => {
  expect(layerViolations(workspacePackages(), table.layers)).toEqual([]);
});

describe('the check itself', () => {
  const layers: LayerTable = [['@sallyport/low'], ['@sallyport/middle', '@sallyport/sibling'], ['@sallyport/high']];
  const exports = { '.': './dist/index.js', './part': './dist/part.js' };

  function library(name: string, files: Record<string, string> = {}, manifest: Partial<Manifest> = {}) {
    const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
    return {
      kind: 'library' as const,
      manifest: { name: `@sallyport/${name}`, version: '0.0.0', exports, ...manifest },
      sources,
    };
  }

  const tooling = { ...library('preset'), kind: 'tooling' as const };
  const others = [library('low'), library('sibling'), library('high'), tooling];
  const allDependencies = {
    dependencies: { '@sallyport/low': 'workspace:*' },
    devDependencies: { '@sallyport/preset': 'workspace:*' },
  };

  function violationsOf(files: Record<string, string>, manifest: Partial<Manifest> = allDependencies) {
    return layerViolations([library('middle', files, manifest), ...others], layers);
  }

  test.each([
    ['an import', "import { x } from '@sallyport/low';"],
    ['a type import', "import type { X } from '@sallyport/low';"],
    ['a listed subpath', "import { x } from '@sallyport/low/part';"],
    ['a relative import inside', "import { x } from './deeper/y.js';"],
    ["a module that isn't ours", "import { z } from 'zod'; import fs from 'node:fs';"],
    ['only a comment', "// import { x } from '@sallyport/high';"],
  ])('accepts %s', (_, text) => {
    expect(violationsOf({ 'src/x.ts': text })).toEqual([]);
  });

  test.each([
    ['an import from above', "import { x } from '@sallyport/high';"],
    ['a type import from above', "import type { X } from '@sallyport/high';"],
    ['a re-export from above', "export * from '@sallyport/high';"],
    ['a dynamic import from above', "const high = await import('@sallyport/high');"],
    ['a type by import() from above', "type X = import('@sallyport/high').X;"],
    ['a require from above', "const high = require('@sallyport/high');"],
    ['an import-require from above', "import high = require('@sallyport/high');"],
    ['a mock of something above', "vi.mock('@sallyport/high');"],
    ['an import from the same layer', "import { x } from '@sallyport/sibling';"],
    ["a package that doesn't exist", "import { x } from '@sallyport/nothing';"],
    ['a deep import', "import { x } from '@sallyport/low/dist/index.js';"],
    ['a relative import out of the package', "import { x } from '../../low/src/index.js';"],
    ['an absolute import', "import { x } from '/somewhere/x.js';"],
    ['tooling in what is shipped', "import preset from '@sallyport/preset';"],
  ])('reports %s, with file and line', (_, text) => {
    const manifest = {
      ...allDependencies,
      dependencies: { '@sallyport/low': 'workspace:*' },
      devDependencies: { '@sallyport/preset': 'workspace:*' },
    };
    expect(violationsOf({ 'src/x.ts': `\n${text}` }, manifest)).toEqual([
      expect.stringContaining('@sallyport/middle: src/x.ts:2: '),
    ]);
  });

  test('reports an import that package.json does not have', () => {
    expect(violationsOf({ 'src/x.ts': "import '@sallyport/low';" }, {})).toEqual([
      "@sallyport/middle: src/x.ts:1: imports @sallyport/low, which its package.json doesn't depend on",
    ]);
  });

  test.each(['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'])(
    'reports %s that point up',
    (field) => {
      expect(violationsOf({}, { [field]: { '@sallyport/high': 'workspace:*' } })).toEqual([
        `@sallyport/middle: package.json ${field}: @sallyport/high (layer 2) isn't below @sallyport/middle (layer 1)`,
      ]);
    },
  );

  test('tests and configuration may use tooling', () => {
    const text = "export { default } from '@sallyport/preset';";
    expect(violationsOf({ 'vitest.config.ts': text, 'src/x.test.ts': text, 'test/y.test.ts': text })).toEqual([]);
  });

  test('reports a package without a place', () => {
    expect(layerViolations([library('new')], layers)).toEqual([
      '@sallyport/new: has no place in tooling/checks/layers.json',
    ]);
  });
});
