import { readFileSync, readlinkSync } from 'node:fs';
import { isErrno } from '../path-lookup.js';

/** One process, for as long as the machine runs: its number may be used again, its start time with it can't. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks after boot, field 22 of proc_pid_stat(5). */
  readonly startTime: string;
  /** `pid:[…]`, the name space in which the number counts. */
  readonly pidNamespace: string;
}

let own: ProcessIdentity | undefined;

/** This process. Read once. */
export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    startTime: readStat(process.pid)?.startTime ?? 'unknown',
    pidNamespace: ownPidNamespace(),
  };
  return own;
}

/** The process that has this number now, or `undefined` when there is none. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const stat = readStat(pid);
  return stat === undefined ? undefined : { pid, startTime: stat.startTime, pidNamespace: ownIdentity().pidNamespace };
}

/**
 * Whether that process may still act. A zombie can't. Of a process in another PID name space (another container that
 * shares the folder) nothing can be known: it counts as alive, which errs towards leaving things in place.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  const self = ownIdentity();
  if (identity.pidNamespace !== self.pidNamespace) return true;
  if (identity.pid === self.pid) return identity.startTime === self.startTime;
  const stat = readStat(identity.pid);
  return stat !== undefined && stat.startTime === identity.startTime && stat.state !== 'Z' && stat.state !== 'X';
}

/** One word, without a slash: can name a file and be the target of a symbolic link. */
export function formatIdentity(identity: ProcessIdentity): string {
  return `${identity.pid}-${identity.startTime}-${identity.pidNamespace}`;
}

/** The inverse of {@link formatIdentity}; `undefined` for anything else. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  const [, pid, startTime, pidNamespace] =
    /^(\d{1,10})-(\d{1,20}|unknown)-(pid:\[\d{1,20}\]|unknown)$/.exec(text) ?? [];
  if (pid === undefined || startTime === undefined || pidNamespace === undefined) return undefined;
  return { pid: Number(pid), startTime, pidNamespace };
}

function readStat(pid: number): { state: string; startTime: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
  // The program's name stands in parentheses and may contain anything, also parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? 'unknown' };
}

function ownPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'unknown';
  }
}
