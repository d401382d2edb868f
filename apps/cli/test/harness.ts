import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallEvent, type Outcome } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';

/** The real executable, as it is installed. */
export const CLI = fileURLToPath(new URL('../bin/sallyport.cjs', import.meta.url));

/** Whether the tests that need this containment can run here; the reason stands in their names when they're skipped. */
export const canUseBubblewrap = succeeds('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true']);

function succeeds(file: string, args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A scratch home and workspace, outside the temp folders that a sandbox may write. Removed after the test. */
export interface Scratch {
  home: string;
  workspace: string;
  env: Record<string, string>;
}

export function scratch(): Scratch {
  const root = mkdtempSync('/var/tmp/sallyport-cli-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  const workspace = join(root, 'workspace');
  mkdirSync(home);
  mkdirSync(workspace);
  return { home, workspace, env: { HOME: home, PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
}

export interface Result {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts the CLI in the scratch workspace, without a terminal. */
export function start(scratch: Scratch, args: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd: scratch.workspace,
    env: scratch.env,
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

/** Runs the CLI to its end. */
export async function run(scratch: Scratch, args: readonly string[], input?: string): Promise<Result> {
  const child = start(scratch, args, input === undefined ? 'ignore' : 'pipe');
  child.stdin?.end(input);
  return finished(child);
}

export async function finished(child: ChildProcess): Promise<Result> {
  const stdout = text(child, 'stdout');
  const stderr = text(child, 'stderr');
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, by) => resolve([code, by]));
  });
  return { status, signal, stdout: stdout(), stderr: stderr() };
}

function text(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = [];
  child[name]?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** What `--json` printed, each line held against the protocol's schema, and the outcome of its last line. */
export function parseEvents(stdout: string): { events: CallEvent[]; outcome: Outcome } {
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => CallEvent.parse(JSON.parse(line)));
  const last = events.at(-1);
  if (last?.type !== 'outcome') throw new Error(`the last line isn't the outcome: ${stdout.slice(-200)}`);
  return { events, outcome: last.outcome };
}

/** Processes of this machine whose environment carries the mark, ours excepted: what a run left alive. */
export function processesMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // it has ended, or isn't this user's
  }
}

/** Waits until a condition holds; there's no event for the end of processes that aren't our children. */
export async function eventually(what: string, holds: () => boolean, deadlineMs = 10_000): Promise<void> {
  for (const end = Date.now() + deadlineMs; !holds(); ) {
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
