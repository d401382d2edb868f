import { isAbsolute } from 'node:path';
import type { AbsolutePath } from '@sallyport/protocol';
import { CliError } from './cli-error.js';

/** Brands a path that was just resolved. */
export function absolutePath(path: string): AbsolutePath {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new CliError('BAD_OPTION', `not a usable path: ${JSON.stringify(path)}`);
  return path as AbsolutePath;
}
