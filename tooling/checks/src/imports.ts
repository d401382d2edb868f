// Every way in which a source file names another module.
import ts from 'typescript';

export interface Import {
  specifier: string;
  /** From 1. */
  line: number;
}

/** Calls whose first argument is a module: `require`, `require.resolve`, `import.meta.resolve`, `vi.mock` and their kin. */
const MODULE_CALLS =
  /^(require|require\.resolve|import\.meta\.resolve|vi\.(mock|doMock|unmock|importActual|importMock))$/;

/** Static and dynamic imports, re-exports, `import x = require()`, types by `import('…')`, and the calls above. */
export function importsOf(path: string, text: string): Import[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  visit(file);
  return found;

  function visit(node: ts.Node): void {
    const specifier = moduleNamedBy(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({
        specifier: specifier.text,
        line: file.getLineAndCharacterOfPosition(specifier.getStart(file)).line + 1,
      });
    }
    ts.forEachChild(node, visit);
  }
}

function moduleNamedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport || MODULE_CALLS.test(node.expression.getText()) ? node.arguments[0] : undefined;
}
