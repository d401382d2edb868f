// Ends a process with everything below it.

import { KILL_DEADLINE_MS, KILL_ROUND_MS, LAUNCHER_END_MS } from '../limits.js';
import type { ProcessLauncher } from '../process-spec.js';
import { descendantsOf } from './process-tree.js';

/** A started process, as far as its end is concerned. */
export interface EndableProcess {
  readonly pid: number;
  /** Number of its session. */
  readonly session: number;
  readonly launcher: ProcessLauncher | undefined;
  /** Resolves when the process itself has ended. */
  readonly exited: Promise<unknown>;
}

/**
 * Asks everything to end (SIGTERM), and after the grace makes it (SIGKILL). Resolves when nothing of it is left that
 * can be found, or the deadline is over.
 *
 * A process that has left both its parents and its session (a daemon) is found only where a launcher holds it: in a PID
 * namespace, or as a child subreaper.
 */
export async function endProcess(target: EndableProcess, graceMs: number): Promise<void> {
  if (graceMs > 0 && askToEnd(target)) await settled(target.exited, graceMs);
  await killAll(target);
}

/** Kills what can be found now, without waiting: for the end of this process itself. */
export function killNow({ pid, session, launcher }: EndableProcess): void {
  const below = descendantsOf(pid, session);
  const container = launcher?.containerPid?.();
  if (container !== undefined) signal(container, 'SIGKILL');
  for (const { pid: descendant } of below) signal(descendant, 'SIGKILL');
  signal(pid, 'SIGKILL');
}

/** Returns whether there was anything to ask. */
function askToEnd({ pid, session, launcher }: EndableProcess): boolean {
  const below = descendantsOf(pid, session);
  if (launcher === undefined) {
    signal(pid, 'SIGTERM');
    for (const { pid: descendant } of below) signal(descendant, 'SIGTERM');
    return true;
  }
  if (launcher.containerPid !== undefined) {
    // SIGTERM would end this launcher, and with it all others at once: only those inside are asked.
    const inside = below.filter(({ depth }) => depth >= launcher.depth);
    for (const { pid: descendant } of inside) signal(descendant, 'SIGTERM');
    return inside.length > 0;
  }
  // It passes SIGTERM on to the command, who mustn't get it twice, and ends what the command leaves behind.
  signal(pid, 'SIGTERM');
  for (const { pid: descendant, depth } of below) if (depth > launcher.depth) signal(descendant, 'SIGTERM');
  return true;
}

async function killAll(target: EndableProcess): Promise<void> {
  const { pid, session, launcher, exited } = target;
  const started = performance.now();
  let hasEnded = false;
  const end = exited.then(() => {
    hasEnded = true;
  });
  let emptyScans = 0;
  for (;;) {
    const elapsed = performance.now() - started;
    const container = launcher?.containerPid?.();
    if (container !== undefined && !hasEnded) signal(container, 'SIGKILL');
    // The number of a process that has ended may be somebody else's by now.
    const below = descendantsOf(hasEnded ? undefined : pid, session);
    for (const { pid: descendant } of below) signal(descendant, 'SIGKILL');
    // A process whose parent dies while /proc is read is in no list, and its parent is dead in it: so twice.
    emptyScans = below.length === 0 ? emptyScans + 1 : 0;
    // A launcher that passes signals on also finds daemons, which we don't: it goes last, and by itself if it can.
    const spares = launcher !== undefined && container === undefined && elapsed < LAUNCHER_END_MS;
    if (!hasEnded && !spares) signal(pid, 'SIGKILL');
    if ((hasEnded && emptyScans > 1) || elapsed > KILL_DEADLINE_MS) return;
    await settled(hasEnded ? never : end, KILL_ROUND_MS);
  }
}

const never = new Promise<never>(() => {});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, or is another user's (set-user-ID): looked at again by whoever waits.
  }
}

/** Waits for a promise, but only so long. */
async function settled(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([promise, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
