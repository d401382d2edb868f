import { type ReviewRoute, systemClock } from '@sallyport/approval';
import { orchestrate } from '@sallyport/orchestrator';
import type { Outcome } from '@sallyport/protocol';
import type { ExecRequest, ExecSettings, ExecSink } from './exec-request.js';
import { createExecRuntime } from './exec-runtime.js';

/** What surrounds one command. */
export interface ExecContext {
  readonly settings: ExecSettings;
  /** Who can be asked, in order. Empty: nobody. */
  readonly reviewers: readonly ReviewRoute[];
  readonly sink: ExecSink;
  /** Ends the command, or the question, when it aborts. */
  readonly signal?: AbortSignal;
  /** How the caller can put the same command to approval later, in words it understands. */
  readonly howToAskLater?: string;
}

/**
 * Runs one command through approval, sandbox, attempt and, after a denial, approval and retry. Resolves to what became of
 * it, which is also the last event of the sink.
 * Rejects only with an error in Sallyport itself, or one that the sink threw.
 */
export function runExec(request: ExecRequest, context: ExecContext): Promise<Outcome> {
  const { settings, reviewers, sink, signal, howToAskLater } = context;
  return orchestrate(createExecRuntime(settings, sink), request, {
    callId: request.callId,
    ask: settings.ask,
    policy: settings.policy,
    routes: reviewers,
    emit: (event) => sink.emit(event),
    clock: systemClock,
    ...(signal === undefined ? {} : { signal }),
    ...(howToAskLater === undefined ? {} : { howToAskLater }),
  });
}
