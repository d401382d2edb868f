import { spawn } from 'node:child_process';
import { basename } from 'node:path';

/** Spawns, waits for the end of process and pipes, and insists on status 0. `fds` become descriptors 3, 4, … */
export function spawnToEnd(file, args, { cwd, env, fds = [] }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', ...fds.map(() => 'pipe')] });
    let printed = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    for (const [index, fd] of fds.entries()) {
      const pipe = child.stdio[3 + index];
      pipe.on('error', () => {});
      if (fd.kind === 'input') pipe.end(fd.data);
      else pipe.resume();
    }
    child.on('error', reject);
    child.on('close', (status, signal) =>
      status === 0 ? resolve() : reject(new Error(`${basename(file)} ended with ${status ?? signal}: ${printed}`)),
    );
  });
}
