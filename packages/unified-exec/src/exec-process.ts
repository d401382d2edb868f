// One process from its start to its end, in the order in which it happens.

import { setMaxListeners } from 'node:events';
import type { ExecOutput } from '@sallyport/protocol';
import { DRAIN_MS, GRACE_MS, MAX_OUTPUT_BYTES } from './limits.js';
import { OutputCollector } from './output/output-collector.js';
import { Receiver } from './output/receiver.js';
import type { ExecOptions, ProcessExit, ProcessSpec } from './process-spec.js';
import type { OnChunk, RunningProcess } from './start/running-process.js';
import { startOnPipes } from './start/start-on-pipes.js';
import { type EndableProcess, endProcess } from './terminate/end-process.js';
import { killAtExit } from './terminate/kill-at-exit.js';

/**
 * Runs one process to its end and resolves to how it ended and what it printed.
 *
 * It runs in a session of its own. A time limit, an aborted signal, and the end of this process end it and everything
 * below it. Memory stays bounded whatever it prints. When it has ended, output is read to its end, but not for longer
 * than half a second where something it left behind holds the pipes open.
 *
 * @throws {SpawnError} when it can't be started; and what `onOutput` throws, when the process has been ended
 */
export async function execProcess(spec: ProcessSpec, options: ExecOptions = {}): Promise<ProcessExit> {
  const collector = new OutputCollector(
    options.maxOutputBytes ?? MAX_OUTPUT_BYTES,
    spec.launcher === undefined
      ? undefined
      : { stream: spec.tty === undefined ? 'stderr' : 'stdout', prefix: spec.launcher.stderrPrefix },
  );
  const startedAtMs = Date.now();
  // Not performance.now(): a one-shot program would load perf_hooks for it.
  const started = process.hrtime.bigint();
  const ended = (
    reason: ProcessExit['reason'],
    rest: { exitCode: number | undefined; signal: string | undefined; output: ExecOutput; launcherStderr?: string },
  ): ProcessExit => ({ reason, startedAtMs, durationMs: Number(process.hrtime.bigint() - started) / 1e6, ...rest });
  if (options.signal?.aborted === true) {
    return ended('aborted', { exitCode: undefined, signal: undefined, output: collector.output() });
  }

  const receiver = new Receiver(options.onOutput?.bind(options));
  const running = await start(spec, (stream, chunk) => {
    for (const passed of collector.push(stream, chunk)) receiver.pass(stream, passed);
  });
  const ending = new Ending(running, spec, options);
  try {
    receiver.connect(running, () => ending.end('failed'));
    const { exitCode, signal } = await running.exited;
    ending.hasExited();
    await withPatience(running.drained, receiver, ending);
    const launcherFailed = spec.launcher?.failed() === true;
    const { launcherText, released } = collector.settle(launcherFailed);
    for (const chunk of released) receiver.pass(spec.tty === undefined ? 'stderr' : 'stdout', chunk);
    await withPatience(receiver.idle(), receiver, ending);
    await ending.over();
    receiver.rethrow();
    return ended(ending.reason, {
      exitCode,
      signal,
      output: collector.output(),
      ...(launcherText === undefined ? {} : { launcherStderr: launcherText }),
    });
  } finally {
    ending.dispose();
    await running.release();
  }
}

async function start(spec: ProcessSpec, onChunk: OnChunk): Promise<RunningProcess> {
  if (spec.tty === undefined) return startOnPipes(spec, onChunk);
  // Few commands want a terminal: the native module is only loaded for them.
  const { startOnTerminal } = await import('./start/start-on-terminal.js');
  return startOnTerminal(spec, spec.tty, onChunk);
}

/** What ends the process before it ends itself, and the one ending that comes of it. */
class Ending {
  reason: ProcessExit['reason'] = 'exited';
  readonly #running: RunningProcess;
  readonly #spec: ProcessSpec;
  readonly #options: ExecOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #spare: () => void;
  #ending: Promise<void> | undefined;
  #exited = false;
  #interrupt = (): void => {};
  /** Resolves when something is to end before it ends by itself. */
  readonly interrupted = new Promise<void>((resolve) => {
    this.#interrupt = resolve;
  });

  constructor(running: RunningProcess, spec: ProcessSpec, options: ExecOptions) {
    this.#running = running;
    this.#spec = spec;
    this.#options = options;
    if (options.timeoutMs !== undefined) this.#timer = setTimeout(() => this.end('timed_out'), options.timeoutMs);
    if (options.signal !== undefined) {
      // One signal may well end many processes: that isn't the leak that Node warns of.
      setMaxListeners(0, options.signal);
      options.signal.addEventListener('abort', this.#onAbort);
    }
    this.#spare = killAtExit(() => this.#endable());
    if (options.signal?.aborted === true) this.end('aborted');
  }

  /** `failed`: the receiver of the output did. */
  end(why: 'timed_out' | 'aborted' | 'failed'): void {
    if (this.#ending !== undefined) return;
    // Once it has ended by itself, that is how it ended; but what it left behind goes now, too.
    if (!this.#exited && why !== 'failed') this.reason = why;
    this.#ending = endProcess(this.#endable(), this.#options.graceMs ?? GRACE_MS);
    this.#interrupt();
  }

  hasExited(): void {
    this.#exited = true;
    clearTimeout(this.#timer);
  }

  get isInterrupted(): boolean {
    return this.#ending !== undefined;
  }

  /** When an ending that has begun is over. */
  async over(): Promise<void> {
    await this.#ending;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#spare();
  }

  readonly #onAbort = (): void => this.end('aborted');

  #endable(): EndableProcess {
    const { pid, session } = this.#running;
    return { pid, session, launcher: this.#spec.launcher, exited: this.#running.exited };
  }
}

/**
 * Waits for the rest of the output: as long as its receiver needs, but only so long for a process that never ends it;
 * and after an interruption not for the receiver either.
 */
async function withPatience(rest: Promise<void>, receiver: Receiver, ending: Ending): Promise<void> {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    const wait = (): void => {
      if (over) return;
      timer = setTimeout(() => {
        if (receiver.isIdle || ending.isInterrupted) resolve();
        else void Promise.race([receiver.idle(), ending.interrupted]).then(wait);
      }, DRAIN_MS);
    };
    wait();
  });
  try {
    await Promise.race([rest, tooLong]);
  } finally {
    over = true;
    clearTimeout(timer);
  }
}
