import type { AttemptRecord, CallEvent, ExecOutput, Outcome } from '@sallyport/protocol';
import type { CallContext } from './call-context.js';
import type { CallSoFar } from './outcome-of.js';

/** The events and attempts of one call. It guarantees that the outcome comes last, and once. */
export class CallJournal implements CallSoFar {
  readonly #context: CallContext;
  readonly #attempts: AttemptRecord[] = [];
  #output: ExecOutput | undefined;
  #closed = false;

  constructor(context: CallContext) {
    this.#context = context;
  }

  get attempts(): readonly AttemptRecord[] {
    return this.#attempts;
  }

  /** Of the last attempt that printed at all. */
  get output(): ExecOutput | undefined {
    return this.#output;
  }

  get callId() {
    return this.#context.callId;
  }

  nowMs(): number {
    return this.#context.clock.nowMs();
  }

  /** Passes an event on. What comes after the outcome is dropped: its reader has gone. */
  readonly emit = (event: CallEvent): void => {
    if (!this.#closed) this.#context.emit(event);
  };

  warn(message: string): void {
    this.emit({ type: 'warning', callId: this.callId, atMs: this.nowMs(), message });
  }

  /** Keeps an attempt that has ended. */
  add(record: AttemptRecord, output: ExecOutput | undefined): void {
    this.#attempts.push(record);
    this.#output = output ?? this.#output;
  }

  close(outcome: Outcome): void {
    const event: CallEvent = { type: 'outcome', callId: this.callId, atMs: this.nowMs(), outcome };
    this.#closed = true;
    this.#context.emit(event);
  }
}
