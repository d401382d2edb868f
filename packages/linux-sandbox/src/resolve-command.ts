import { resolve } from 'node:path';
import { CommandNotRunnableError } from './command-errors.js';
import { DEFAULT_PATH, type Executability, executability, pathCandidates } from './path-lookup.js';

/**
 * The file that execvp(3) would execute: a name with a slash counts from `cwd`, any other is searched on `path`.
 *
 * Done before the launch, because neither bubblewrap nor a shell in between says clearly what was wrong.
 *
 * @throws {CommandNotRunnableError} 127 when there is none; 126 when it is a directory or not executable.
 */
export function resolveCommand(name: string, options: { path: string | undefined; cwd: string }): string {
  if (name.includes('/')) {
    const file = resolve(options.cwd, name);
    const found = executability(file);
    if (found === 'executable') return file;
    if (found === 'missing') throw new CommandNotRunnableError(127, `${name}: no such file`);
    throw new CommandNotRunnableError(126, `${name}: ${describe(found)}`);
  }
  let unusable: string | undefined;
  for (const { file } of pathCandidates(name, options.path ?? DEFAULT_PATH, options.cwd)) {
    const found = executability(file);
    if (found === 'executable') return file;
    if (found === 'not_executable' || found === 'forbidden') unusable ??= `${file}: ${describe(found)}`;
  }
  if (unusable !== undefined) throw new CommandNotRunnableError(126, unusable);
  throw new CommandNotRunnableError(127, `${name}: command not found on PATH`);
}

function describe(found: Exclude<Executability, 'executable' | 'missing'>): string {
  switch (found) {
    case 'directory':
      return 'is a directory';
    case 'not_executable':
      return 'is not executable';
    case 'forbidden':
      return 'may not be executed by this user';
    case 'unreachable':
      return 'is in a folder that this user may not enter';
  }
}
