import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sallyportHome } from './sallyport-home.js';

/**
 * What no sandbox may write, even where it lies below a writable folder: the user's configuration and our state (a
 * changed policy or compile cache would take effect outside the sandbox at the next start), and the CLI's own code.
 */
export function ownPaths(): string[] {
  const installed = ['../bin', '../dist', '../native'].map((part) => fileURLToPath(new URL(part, import.meta.url)));
  return [sallyportHome(), ...installed.filter((path) => existsSync(path))];
}
