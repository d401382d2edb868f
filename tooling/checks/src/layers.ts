// The layer rule: an import may only point to a lower layer, through a package's public face.
import { isAbsolute, posix } from 'node:path';
import { importsOf } from './imports.js';
import { type Manifest, splitSpecifier, type WorkspacePackage } from './workspace.js';

/** Package names, lowest layer first. */
export type LayerTable = readonly (readonly string[])[];

type Package = Pick<WorkspacePackage, 'kind' | 'manifest' | 'sources'>;

/** @returns one line for each violation, with the place and what is wrong; empty when all holds */
export function layerViolations(packages: readonly Package[], table: LayerTable): string[] {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  return packages.flatMap((each) => [...placeViolations(each), ...manifestViolations(each), ...importViolations(each)]);

  function layerOf(name: string): number {
    return table.findIndex((names) => names.includes(name));
  }

  function placeViolations({ kind, manifest }: Package): string[] {
    if (kind === 'tooling' || layerOf(manifest.name) !== -1) return [];
    return [`${manifest.name}: has no place in tooling/checks/layers.json`];
  }

  function manifestViolations({ kind, manifest }: Package): string[] {
    return dependencyFields(manifest).flatMap(([field, dependency]) => {
      const wrong = wrongDirection(kind, manifest.name, dependency, field === 'devDependencies');
      return wrong === undefined ? [] : [`${manifest.name}: package.json ${field}: ${wrong}`];
    });
  }

  function importViolations({ kind, manifest, sources }: Package): string[] {
    const declared = new Set(dependencyFields(manifest).map(([, dependency]) => dependency));
    return sources.flatMap(({ path, text }) =>
      importsOf(path, text).flatMap(({ specifier, line }) => {
        const wrong = wrongImport(kind, manifest, declared, path, specifier);
        return wrong === undefined ? [] : [`${manifest.name}: ${path}:${line}: ${wrong}`];
      }),
    );
  }

  function wrongImport(
    kind: Package['kind'],
    manifest: Manifest,
    declared: ReadonlySet<string>,
    path: string,
    specifier: string,
  ): string | undefined {
    if (isAbsolute(specifier) || specifier.startsWith('file:')) return `imports an absolute path: ${specifier}`;
    if (specifier.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      return target.startsWith('..') ? `leaves its package: ${specifier}` : undefined;
    }
    const { name, subpath } = splitSpecifier(specifier);
    const target = byName.get(name);
    if (target === undefined) return name.startsWith('@sallyport/') ? `there is no package ${name}` : undefined;
    if (target.manifest.exports?.[subpath] === undefined) return `${specifier} isn't among the exports of ${name}`;
    if (name === manifest.name) return undefined;
    if (!declared.has(name)) return `imports ${name}, which its package.json doesn't depend on`;
    return wrongDirection(kind, manifest.name, name, !isShipped(path));
  }

  function wrongDirection(kind: Package['kind'], from: string, to: string, isDevelopment: boolean): string | undefined {
    const target = byName.get(to);
    if (target === undefined || kind === 'tooling') return undefined;
    if (target.kind === 'tooling')
      return isDevelopment ? undefined : `${to} is tooling: only tests and configuration may use it`;
    const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
    return toLayer < fromLayer ? undefined : `${to} (layer ${toLayer}) isn't below ${from} (layer ${fromLayer})`;
  }
}

/** Tests and configuration files stay at home. */
function isShipped(path: string): boolean {
  return path.startsWith('src/') && !/\.test\.[cm]?tsx?$/.test(path);
}

function dependencyFields(manifest: Manifest): [field: string, dependency: string][] {
  const fields = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'] as const;
  return fields.flatMap((field) => Object.keys(manifest[field] ?? {}).map((name): [string, string] => [field, name]));
}
