import { readdirSync, readFileSync } from 'node:fs';

/** A process below another one. */
export interface Descendant {
  readonly pid: number;
  /** 1 for a child. */
  readonly depth: number;
}

/**
 * The processes below one, parents first, and those of a session whose parents have ended (depth 1), with what is below
 * them. Read from proc(5); where there is none, nothing is known.
 *
 * @param root `undefined` for one that has ended
 * @param session number of its session: that of the process which leads it, who isn't counted
 */
export function descendantsOf(root: number | undefined, session: number): Descendant[] {
  const children = new Map<number, number[]>();
  const ofSession: number[] = [];
  for (const { pid, parent, ...process } of processes()) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
    if (process.session === session && pid !== root && pid !== session) ofSession.push(pid);
  }
  const found = new Map<number, number>();
  const add = (pids: readonly number[], depth: number): void => {
    const fresh = pids.filter((pid) => pid !== root && !found.has(pid));
    for (const pid of fresh) found.set(pid, depth);
    if (fresh.length > 0)
      add(
        fresh.flatMap((pid) => children.get(pid) ?? []),
        depth + 1,
      );
  };
  if (root !== undefined) add(children.get(root) ?? [], 1);
  add(ofSession, 1);
  return [...found].map(([pid, depth]) => ({ pid, depth }));
}

interface Entry {
  pid: number;
  parent: number;
  session: number;
}

function processes(): Entry[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.flatMap((name) => (/^\d+$/.test(name) ? entryOf(Number(name)) : []));
}

function entryOf(pid: number): Entry[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may contain anything, brackets included.
    const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: whoever started it has only to take notice.
    return state === 'Z' || state === 'X' ? [] : [{ pid, parent: Number(parent), session: Number(session) }];
  } catch {
    return []; // it has ended in between
  }
}
