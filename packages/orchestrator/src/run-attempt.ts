import type { AttemptRecord, ExecOutput, SandboxBackend } from '@sallyport/protocol';
import type { CallJournal } from './call-journal.js';
import { isAbortOf } from './outcome-of.js';
import { ToolContractError } from './tool-contract-error.js';
import type { AttemptContext, AttemptResult, SandboxAttempt, ToolRuntime } from './tool-runtime.js';

/**
 * Runs one attempt and records it: `exec_begin` when the tool says it starts, `exec_end` when it has ended, also by an
 * error.
 *
 * @throws ToolContractError when what the tool says of itself doesn't fit what it was told; and what the tool throws
 */
export async function runAttempt<Req, Out extends ExecOutput>(
  tool: ToolRuntime<Req, Out>,
  request: Req,
  attempt: SandboxAttempt,
  { journal, signal }: { journal: CallJournal; signal: AbortSignal | undefined },
): Promise<AttemptResult<Out>> {
  const recorder = new AttemptRecorder(attempt, journal);
  try {
    const result = await tool.run(request, attempt, {
      ...(signal === undefined ? {} : { signal }),
      begin: (start) => recorder.begin(start),
      emit: (event) => recorder.emit(event),
    });
    recorder.check(result);
    recorder.end(result.record, result.output);
    return result;
  } catch (error) {
    recorder.fail(isAbortOf(signal, error) ? 'aborted' : 'failed_to_start');
    throw error;
  }
}

class AttemptRecorder {
  readonly #attempt: SandboxAttempt;
  readonly #journal: CallJournal;
  #begun: { backend: SandboxBackend; atMs: number } | undefined;
  #ended = false;

  constructor(attempt: SandboxAttempt, journal: CallJournal) {
    this.#attempt = attempt;
    this.#journal = journal;
  }

  begin({ command, cwd, backend }: Parameters<AttemptContext['begin']>[0]): void {
    const { id, sandboxRequested } = this.#attempt;
    if (this.#ended) throw new ToolContractError(`the attempt ${id} has ended and can't begin`);
    // The last point at which nothing has run: less isolation than was asked for stops here.
    if (sandboxRequested && backend === 'none') {
      throw new ToolContractError(`the attempt ${id} was to be contained, and would have started without a sandbox`);
    }
    const atMs = this.#journal.nowMs();
    this.#begun = { backend, atMs };
    const { callId } = this.#journal;
    this.#journal.emit({ type: 'exec_begin', id, callId, atMs, command: [...command], cwd, backend, sandboxRequested });
  }

  /** What comes after the end is dropped: the output that counts is in the result. */
  emit(event: Parameters<AttemptContext['emit']>[0]): void {
    if (!this.#ended) this.#journal.emit(event);
  }

  check({ kind, record }: Pick<AttemptResult, 'kind' | 'record'>): void {
    const { id, sandboxRequested } = this.#attempt;
    const broken = (what: string) => new ToolContractError(`the attempt ${id}: ${what}`);
    if (record.id !== id) throw broken(`its record is that of ${record.id}`);
    if (record.status !== kind) throw broken(`its record says ${record.status}, its result ${kind}`);
    if (record.sandboxRequested !== sandboxRequested)
      throw broken('its record claims another containment than was asked for');
    if (this.#begun !== undefined && record.backend !== this.#begun.backend) {
      throw broken(`it began under ${this.#begun.backend}, its record says ${record.backend}`);
    }
    if (this.#begun === undefined && kind !== 'failed_to_start' && kind !== 'aborted') {
      throw broken('it ran without having said that it begins');
    }
  }

  end(record: AttemptRecord, output?: ExecOutput): void {
    this.#ended = true;
    this.#journal.add(record, output);
    if (this.#begun === undefined) return;
    const { callId } = this.#journal;
    this.#journal.emit({ type: 'exec_end', id: record.id, callId, atMs: this.#journal.nowMs(), attempt: record });
  }

  /** Ends it for a tool that threw, so that no beginning stays without an end. */
  fail(status: 'aborted' | 'failed_to_start'): void {
    if (this.#ended) return;
    if (this.#begun === undefined) {
      this.#ended = true;
      return;
    }
    const { backend, atMs } = this.#begun;
    this.end({
      id: this.#attempt.id,
      backend,
      sandboxRequested: this.#attempt.sandboxRequested,
      startedAtMs: atMs,
      durationMs: Math.max(0, this.#journal.nowMs() - atMs),
      status,
    });
  }
}
