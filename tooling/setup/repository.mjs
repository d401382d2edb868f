// Where things are in this clone. Everything that set-up downloads or remembers lies in `.setup/`, which git ignores:
// deleting it (and node_modules) gives a fresh clone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

export const inRepository = (...parts) => join(root, ...parts);
export const inSetup = (...parts) => inRepository('.setup', ...parts);

/** A stamp says under which circumstances a step was last completed. The same circumstances: nothing to do. */
export function hasStamp(name, circumstances) {
  try {
    return readFileSync(inSetup('stamps', name), 'utf8') === circumstances;
  } catch {
    return false;
  }
}

export function writeStamp(name, circumstances) {
  const file = inSetup('stamps', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, circumstances);
}
