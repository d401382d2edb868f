import {
  appendFileSync,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { MARKER_BYTES } from '../limits.js';
import { isErrno } from '../path-lookup.js';
import { formatIdentity, type ProcessIdentity, parseIdentity } from './process-identity.js';
import type { StandIn, StandInTarget } from './stand-in.js';

/**
 * What one launch has made, or means to make, on the host. A file of JSON lines: the intent, then what came of it,
 * then the sandbox's first process once it is known. Whatever was cut off by a crash is missing at the end.
 */
export interface Marker {
  readonly name: string;
  readonly owner: ProcessIdentity;
  readonly intended: readonly StandInTarget[];
  readonly intendedAtMs: number;
  /** `undefined` when the maker didn't live to record it. */
  readonly made: readonly StandIn[] | undefined;
  readonly sandbox: ProcessIdentity | undefined;
}

const suffix = '.marker';

export function isMarkerName(name: string): boolean {
  return name.endsWith(suffix);
}

let counter = 0;

/** Records the intent, before anything is made. */
export function writeIntent(
  folder: string,
  owner: ProcessIdentity,
  intended: readonly StandInTarget[],
): { name: string; fd: number } {
  for (;;) {
    const name = `${formatIdentity(owner)}-${counter++}${suffix}`;
    try {
      const fd = openSync(join(folder, name), 'wx', 0o600);
      writeSync(fd, `${JSON.stringify({ owner: formatIdentity(owner), intended })}\n`);
      return { name, fd };
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error; // another thread of this process counts for itself
    }
  }
}

/** Records what was made. */
export function writeMade(fd: number, made: readonly StandIn[]): void {
  writeSync(fd, `${JSON.stringify({ made })}\n`);
}

/** Records the sandbox's first process, so that nobody clears up below it while it is still ending. */
export function writeSandbox(folder: string, name: string, sandbox: ProcessIdentity): void {
  appendFileSync(join(folder, name), `${JSON.stringify({ sandbox: formatIdentity(sandbox) })}\n`, { flag: 'a' });
}

/** Removes a marker, or whatever stands in its place. Links aren't followed. */
export function removeMarker(folder: string, name: string): void {
  const path = join(folder, name);
  try {
    unlinkSync(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    // Not what we made. (Node loads the code for this when it's first used, so not for every launch.)
    rmSync(path, { force: true, recursive: true });
  }
}

/**
 * Reads a marker. `undefined` for what isn't one: not a plain file, or without an intent. The folder is private, but
 * an unsandboxed program of this user may have written in it, so the content is checked like any input.
 */
export function readMarker(folder: string, name: string): Marker | undefined {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const fd = openSync(path, 'r');
  let text: string;
  let intendedAtMs: number;
  try {
    const stats = fstatSync(fd);
    if (stats.size > MARKER_BYTES) return undefined;
    intendedAtMs = stats.birthtimeMs;
    text = readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
  const lines = text.split('\n').map(parseLine);
  const owner = identityIn(lines[0], 'owner');
  const intended = listIn(lines[0], 'intended', targetFrom);
  if (owner === undefined || intended === undefined) return undefined;
  return {
    name,
    owner,
    intended,
    intendedAtMs,
    made: listIn(lines[1], 'made', standInFrom),
    sandbox: lines.map((line) => identityIn(line, 'sandbox')).find((identity) => identity !== undefined),
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function identityIn(line: unknown, key: string): ProcessIdentity | undefined {
  const text = field(line, key);
  return typeof text === 'string' ? parseIdentity(text) : undefined;
}

function listIn<T>(line: unknown, key: string, from: (value: unknown) => T | undefined): T[] | undefined {
  const list = field(line, key);
  if (!Array.isArray(list)) return undefined;
  const items = list.map(from);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function targetFrom(value: unknown): StandInTarget | undefined {
  const path = field(value, 'path');
  const kind = field(value, 'kind');
  if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0')) return undefined;
  return kind === 'directory' || kind === 'file' ? { path, kind } : undefined;
}

function standInFrom(value: unknown): StandIn | undefined {
  const target = targetFrom(value);
  const dev = field(value, 'dev');
  const ino = field(value, 'ino');
  const born = field(value, 'born');
  if (target === undefined || typeof dev !== 'string' || typeof ino !== 'string' || typeof born !== 'string')
    return undefined;
  return { ...target, dev, ino, born };
}
