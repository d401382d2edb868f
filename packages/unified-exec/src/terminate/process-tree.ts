import { readdirSync, readFileSync } from 'node:fs';

/** A process below another one. */
export interface Descendant {
  readonly pid: number;
  /** 1 for a child. */
  readonly depth: number;
}

/**
 * The processes below one, parents first, and those of its process group whose parents have ended (depth 1). Read from
 * proc(5); where there is none, nothing is known. Empty also for a process of ours that is gone.
 */
export function descendantsOf(root: number): Descendant[] {
  const children = new Map<number, number[]>();
  const ofGroup: number[] = [];
  for (const { pid, parent, group } of processes()) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
    if (group === root && pid !== root) ofGroup.push(pid);
  }
  const found = new Map<number, number>();
  let level = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    level = level.flatMap((pid) => children.get(pid) ?? []).filter((pid) => !found.has(pid) && pid !== root);
    for (const pid of level) found.set(pid, depth);
  }
  for (const pid of ofGroup) if (!found.has(pid)) found.set(pid, 1);
  return [...found].map(([pid, depth]) => ({ pid, depth }));
}

interface Entry {
  pid: number;
  parent: number;
  group: number;
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
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: whoever started it has only to take notice.
    return state === 'Z' || state === 'X' ? [] : [{ pid, parent: Number(parent), group: Number(group) }];
  } catch {
    return []; // it has ended in between
  }
}
