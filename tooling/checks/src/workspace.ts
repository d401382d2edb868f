// The repository as the checks see it: its files and its packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of a package.json that the checks look at. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: string;
  type?: string;
  sideEffects?: boolean;
  engines?: { node?: string };
  files?: string[];
  bin?: Record<string, string>;
  exports?: Record<string, unknown>;
  publishConfig?: { access?: string; exports?: Record<string, unknown> };
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface SourceFile {
  /** Relative to the package's folder, with `/`. */
  path: string;
  text: string;
}

export interface WorkspacePackage {
  /** Absolute. */
  folder: string;
  /** Tooling is never published, and may look at everything. */
  kind: 'library' | 'app' | 'tooling';
  manifest: Manifest;
  /** TypeScript and JavaScript, tests and configuration included. */
  sources: SourceFile[];
}

export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** Folders of things that are made, downloaded or git's own. */
const GENERATED = new Set([
  'node_modules',
  '.git',
  '.setup',
  '.turbo',
  'dist',
  'test-results',
  'coverage',
  '.readme-examples',
]);
const GENERATED_PATHS = new Set(['packages/linux-sandbox/native/build', 'apps/cli/native']);

/** Every file that belongs to the repository, relative to its root, with `/`. */
export function repositoryFiles(folder = repositoryRoot): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const relativePath = relative(repositoryRoot, path).split(sep).join('/');
    if (!entry.isDirectory()) return entry.isFile() && !entry.name.endsWith('.tgz') ? [relativePath] : [];
    return GENERATED.has(entry.name) || GENERATED_PATHS.has(relativePath) ? [] : repositoryFiles(path);
  });
}

export function workspacePackages(): WorkspacePackage[] {
  const kinds = { packages: 'library', apps: 'app', tooling: 'tooling' } as const;
  return Object.entries(kinds).flatMap(([group, kind]) =>
    readdirSync(join(repositoryRoot, group))
      .map((name) => join(repositoryRoot, group, name))
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => ({ folder, kind, manifest: readManifest(folder), sources: sourcesOf(folder) })),
  );
}

/** What goes to the registry: all but tooling. */
export function publishedPackages(): WorkspacePackage[] {
  return workspacePackages().filter(({ manifest }) => manifest.private !== true);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function sourcesOf(folder: string): SourceFile[] {
  return repositoryFiles(folder)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(repositoryRoot, path))
    .map((path) => ({ path: relative(folder, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

/** `@scope/name/sub` as the package and the subpath as `exports` writes it. */
export function splitSpecifier(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  const rest = parts.slice(length).join('/');
  return { name: parts.slice(0, length).join('/'), subpath: rest === '' ? '.' : `./${rest}` };
}
