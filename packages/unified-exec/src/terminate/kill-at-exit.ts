import { type EndableProcess, killNow } from './end-process.js';

const targets = new Set<() => EndableProcess>();

/**
 * Kills a process with all below it should this process exit first. One listener for all of them.
 *
 * @returns what takes it back
 */
export function killAtExit(target: () => EndableProcess): () => void {
  if (targets.size === 0) process.on('exit', killTargets);
  targets.add(target);
  return () => {
    targets.delete(target);
    if (targets.size === 0) process.off('exit', killTargets);
  };
}

function killTargets(): void {
  for (const target of targets) killNow(target());
}
