import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HostAccess } from '@sallyport/sandboxing';

/**
 * What this user may do outside any sandbox, asked of the kernel (access(2)): ownership, modes, ACLs and read-only
 * mounts included. A missing path can be written where its nearest existing parent can.
 */
export const nodeHostAccess: HostAccess = {
  canRead: (path) => permits(path, constants.R_OK),
  canWrite: (path) => {
    for (let candidate = path; ; candidate = dirname(candidate)) {
      const answer = ask(candidate, constants.W_OK);
      if (answer !== 'missing') return answer === 'yes';
      if (candidate === dirname(candidate)) return false;
    }
  },
  exists: existsSync,
  hasContent: (path) => {
    try {
      return !statSync(path).isDirectory() || readdirSync(path).length > 0;
    } catch {
      return false;
    }
  },
};

function permits(path: string, mode: number): boolean {
  return ask(path, mode) === 'yes';
}

function ask(path: string, mode: number): 'yes' | 'no' | 'missing' {
  try {
    accessSync(path, mode);
    return 'yes';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' ? 'missing' : 'no';
  }
}
