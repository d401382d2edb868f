import type { ExecOptions } from '../process-spec.js';
import type { RunningProcess } from '../start/running-process.js';

type Stream = 'stdout' | 'stderr';

/** Hands output to whoever asked for it, a stream's chunks one after the other, and stops reading while they are busy. */
export class Receiver {
  readonly #onOutput: NonNullable<ExecOptions['onOutput']> | undefined;
  readonly #queues: Record<Stream, Buffer[]> = { stdout: [], stderr: [] };
  readonly #busy: Record<Stream, Promise<void> | undefined> = { stdout: undefined, stderr: undefined };
  #running: Pick<RunningProcess, 'pause' | 'resume'> | undefined;
  #onFailure: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  constructor(onOutput: ExecOptions['onOutput']) {
    this.#onOutput = onOutput;
  }

  /** Chunks may have come before the process was handed out. */
  connect(running: Pick<RunningProcess, 'pause' | 'resume'>, onFailure: () => void): void {
    this.#running = running;
    this.#onFailure = onFailure;
    for (const stream of ['stdout', 'stderr'] as const) if (this.#busy[stream] !== undefined) running.pause(stream);
    if (this.#failure !== undefined) onFailure();
  }

  pass(stream: Stream, chunk: Buffer): void {
    if (this.#onOutput === undefined || this.#failure !== undefined) return;
    if (this.#busy[stream] !== undefined) {
      this.#queues[stream].push(chunk);
      return;
    }
    const pending = this.#deliver(stream, chunk);
    if (pending === undefined) return;
    this.#running?.pause(stream);
    this.#busy[stream] = this.#finish(stream, pending);
  }

  get isIdle(): boolean {
    return this.#busy.stdout === undefined && this.#busy.stderr === undefined;
  }

  /** When everything passed so far has been taken. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.all([this.#busy.stdout, this.#busy.stderr]);
  }

  /** @throws what the receiver threw */
  rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #deliver(stream: Stream, chunk: Buffer): Promise<void> | undefined {
    try {
      const answer = this.#onOutput?.(stream, chunk);
      return answer instanceof Promise ? answer : undefined;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #finish(stream: Stream, pending: Promise<void>): Promise<void> {
    try {
      await pending;
      for (let next = this.#queues[stream].shift(); next !== undefined; next = this.#queues[stream].shift()) {
        if (this.#failure === undefined) await this.#deliver(stream, next);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#busy[stream] = undefined;
    this.#running?.resume(stream);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#queues.stdout.length = 0;
    this.#queues.stderr.length = 0;
    this.#onFailure?.();
  }
}
