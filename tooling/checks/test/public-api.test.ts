import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { repositoryRoot, workspacePackages } from '../src/workspace.js';

const libraries = workspacePackages()
  .filter(({ kind }) => kind === 'library')
  .map(({ folder, manifest }) => ({
    name: manifest.name,
    entries: Object.values(manifest.exports ?? {})
      .flatMap((target) => (isSourceTarget(target) ? [target['@sallyport/source']] : []))
      .map((entry) => join(folder, entry)),
  }));

const program = ts.createProgram(
  libraries.flatMap(({ entries }) => entries),
  {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@sallyport/source'],
    types: ['node'],
    typeRoots: [join(repositoryRoot, 'tooling/checks/node_modules/@types')],
    noEmit: true,
    skipLibCheck: true,
  },
);
const checker = program.getTypeChecker();

describe.each(libraries)('$name', ({ entries }) => {
  test('every public export has a doc comment', () => {
    expect(entries.flatMap(undocumentedExports)).toEqual([]);
  });
});

function undocumentedExports(entry: string): string[] {
  const file = program.getSourceFile(entry);
  const symbol = file && checker.getSymbolAtLocation(file);
  if (symbol === undefined) throw new Error(`${entry} is no module`);
  return checker
    .getExportsOfModule(symbol)
    .map((each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each))
    .filter((each) => each.getDocumentationComment(checker).length === 0)
    .map((each) => each.name);
}

function isSourceTarget(target: unknown): target is { '@sallyport/source': string } {
  return typeof target === 'object' && target !== null && '@sallyport/source' in target;
}
