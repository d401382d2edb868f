import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { PreparedLaunch } from '../../src/index.js';

/** A duration for sleep(1) that no other process has on its command line, to find processes by. */
export function uniqueSleep(): string {
  return `3600.${process.pid}${randomInt(1e9)}`;
}

/** The living processes that have `word` among their arguments. */
export function processesWith(word: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && hasArgument(entry, word))
    .map(Number);
}

/** How many there are. */
export function countProcesses(word: string): number {
  return processesWith(word).length;
}

function hasArgument(pid: string, word: string): boolean {
  try {
    // Empty for a zombie.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
  } catch {
    return false;
  }
}

export interface Finished {
  exitCode: number | undefined;
  signal: string | undefined;
  stdout: string;
  stderr: string;
}

export interface RunningLaunch {
  readonly child: ChildProcess;
  /** When standard output contains this text. */
  printed(text: string): Promise<void>;
  readonly finished: Promise<Finished>;
}

export type Startable = Pick<PreparedLaunch, 'file' | 'args' | 'cwd' | 'env' | 'fds' | 'argv0'>;

/** Starts a launch as a process runner would. */
export function start(launch: Startable, input?: string): RunningLaunch {
  const child = spawn(launch.file, [...launch.args], {
    cwd: launch.cwd,
    env: { ...launch.env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...launch.fds.map(() => 'pipe' as const)],
    ...(launch.argv0 === undefined ? {} : { argv0: launch.argv0 }),
  });
  child.stdin?.end(input);
  for (const [index, fd] of launch.fds.entries()) {
    const stream = child.stdio[3 + index];
    stream?.on('error', () => {});
    if (fd.kind === 'output') stream?.on('data', (chunk: Buffer) => fd.onData(chunk));
    else if (stream !== undefined && stream !== null && 'end' in stream) stream.end(fd.data);
  }
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({
        exitCode: code ?? undefined,
        signal: signal ?? undefined,
        stdout: stdout.text(),
        stderr: stderr.text(),
      }),
    );
  });
  return { child, printed: stdout.printed, finished };
}

function collect(stream: Readable | null): { text(): string; printed(text: string): Promise<void> } {
  let text = '';
  const waiting: { wanted: string; resolve(): void }[] = [];
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const { wanted, resolve } of waiting) if (text.includes(wanted)) resolve();
  });
  return {
    text: () => text,
    printed: (wanted) =>
      new Promise((resolve) => {
        if (text.includes(wanted)) resolve();
        else waiting.push({ wanted, resolve });
      }),
  };
}
