import { execFile } from 'node:child_process';
import { PROBE_OUTPUT_BYTES, PROBE_TIMEOUT_MS } from '../limits.js';

/** What a `bwrap` says about itself. */
export type BubblewrapProbe =
  | {
      readonly kind: 'works';
      /** Such as `0.8.0`; `undefined` for a build that doesn't say. */
      readonly version: string | undefined;
      /** Every long option in its help, such as `--disable-userns`. */
      readonly options: ReadonlySet<string>;
      /** Those of {@link REQUIRED_BUBBLEWRAP_OPTIONS} that it doesn't have. */
      readonly missing: readonly string[];
    }
  | { readonly kind: 'broken'; readonly reason: string };

/** The options without which no plan can be executed. bubblewrap has had all of them since 0.5.0 (`--perms`). */
export const REQUIRED_BUBBLEWRAP_OPTIONS = [
  '--perms',
  '--seccomp',
  '--json-status-fd',
  '--die-with-parent',
  '--new-session',
  '--remount-ro',
  '--cap-drop',
] as const;

/**
 * Asks a `bwrap` for its version and options. For reports, and for explaining an "unknown option": a launch doesn't
 * need it. The answer is the program's own word; whether it can contain anything, only a trial run tells.
 */
export async function probeBubblewrap(path: string): Promise<BubblewrapProbe> {
  const [version, help] = await Promise.all([ask(path, '--version'), ask(path, '--help')]);
  if (help.kind === 'failed') return { kind: 'broken', reason: help.reason };
  const options = new Set(help.text.match(/--[a-z][a-z0-9-]*/g) ?? []);
  return {
    kind: 'works',
    version: version.kind === 'answered' ? /\d+\.\d+(?:\.\d+)?/.exec(version.text)?.[0] : undefined,
    options,
    missing: REQUIRED_BUBBLEWRAP_OPTIONS.filter((option) => !options.has(option)),
  };
}

type Answer = { kind: 'answered'; text: string } | { kind: 'failed'; reason: string };

function ask(path: string, option: string): Promise<Answer> {
  const limits = { timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: PROBE_OUTPUT_BYTES, env: {} } as const;
  return new Promise((resolve) => {
    execFile(path, [option], { ...limits, encoding: 'latin1' }, (error, stdout, stderr) => {
      if (error === null) resolve({ kind: 'answered', text: stdout + stderr });
      else if (error.killed === true)
        resolve({ kind: 'failed', reason: `${path} ${option}: no answer within ${PROBE_TIMEOUT_MS} ms` });
      else resolve({ kind: 'failed', reason: `${path} ${option}: ${firstLine(stderr) ?? error.message}` });
    }).stdin?.end();
  });
}

function firstLine(text: string): string | undefined {
  const line = text.trim().split('\n')[0];
  return line === '' ? undefined : line;
}
