import { fileURLToPath } from 'node:url';

/**
 * Where `native/build.mjs` puts what it builds, and where a bundled `bwrap` is looked for.
 *
 * The same relative path holds from `src/`, from `dist/`, and from the `dist/` of another package that bundles this
 * code and ships its own `native/build/`.
 */
export function nativeFolder(): string {
  return fileURLToPath(new URL('../native/build', import.meta.url));
}
