import { dirname, resolve } from 'node:path';
import type { FileSystemSandboxEntry, NetworkSandboxPolicy, PermissionProfile } from '@sallyport/protocol';
import { AbsolutePath } from '@sallyport/protocol';
import type { PathKind, PathProbe } from '../../src/path-probe.js';

/** A file system on paper: a folder is `null`, a file its text, a link `{ to }`. Folders above what is named exist. */
export type Tree = Readonly<Record<string, null | string | { to: string }>>;

export function probeOf(tree: Tree): PathProbe {
  const nodes = new Map<string, Tree[string]>([['/', null]]);
  for (const [path, node] of Object.entries(tree)) {
    for (let at = dirname(path); at !== '/'; at = dirname(at)) if (!nodes.has(at)) nodes.set(at, null);
    nodes.set(path, node);
  }
  const follow = (path: string, depth = 0): string | undefined => {
    let at = '/';
    for (const part of path.split('/').filter((name) => name !== '')) {
      const next = resolve(at, part);
      const node = nodes.get(next);
      if (node === undefined || depth > 40) return undefined;
      const target: string | undefined =
        node !== null && typeof node === 'object' ? follow(resolve(at, node.to), depth + 1) : next;
      if (target === undefined) return undefined;
      at = target;
    }
    return at;
  };
  /** Links above it followed, not one at its end. */
  const lookup = (path: string): Tree[string] | undefined => {
    const parent = follow(dirname(path));
    return parent === undefined
      ? undefined
      : nodes.get(path === '/' ? '/' : resolve(parent, path.split('/').at(-1) ?? ''));
  };
  return {
    kindOf(path): PathKind {
      const node = lookup(path);
      if (node === undefined) return 'missing';
      if (node === null) return 'directory';
      return typeof node === 'string' ? 'file' : 'symlink';
    },
    realpath: (path) => follow(path),
    readLink(path) {
      const node = lookup(path);
      return node !== null && typeof node === 'object' ? node.to : undefined;
    },
    readText(path) {
      const node = lookup(path);
      return typeof node === 'string' ? node : undefined;
    },
  };
}

/** A managed profile from paths (or `:root`, `:ws`, `:ws/sub`, `:minimal`, `:tmpdir`, `:tmp`) to what they grant. */
export function profile(
  entries: Readonly<Record<string, 'read' | 'write' | 'deny'>>,
  network: NetworkSandboxPolicy = 'restricted',
): PermissionProfile {
  return {
    type: 'managed',
    network,
    file_system: {
      type: 'restricted',
      entries: Object.entries(entries).map(([key, access]) => ({ path: pathOf(key), access })),
    },
  };
}

function pathOf(key: string): FileSystemSandboxEntry['path'] {
  switch (key) {
    case ':root':
      return { type: 'special', value: { kind: 'root' } };
    case ':minimal':
      return { type: 'special', value: { kind: 'minimal' } };
    case ':tmpdir':
      return { type: 'special', value: { kind: 'tmpdir' } };
    case ':tmp':
      return { type: 'special', value: { kind: 'slash_tmp' } };
    case ':ws':
      return { type: 'special', value: { kind: 'project_roots' } };
  }
  if (key.startsWith(':ws/')) return { type: 'special', value: { kind: 'project_roots', subpath: key.slice(4) } };
  if (key.startsWith(':')) return { type: 'special', value: { kind: 'unknown', path: key } };
  if (/[*?]/.test(key)) return { type: 'glob_pattern', pattern: key };
  return { type: 'path', path: AbsolutePath.parse(key) };
}
