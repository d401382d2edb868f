import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first executable of that name on the PATH, and where package managers live even if a user's PATH doesn't say so. */
export function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .filter(isAbsolute)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    const { size } = statSync(path);
    return size > 0;
  } catch {
    return false;
  }
}
