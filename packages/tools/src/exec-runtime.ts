// The exec tool as the orchestrator drives it.

import { commandRequirement } from '@sallyport/approval';
import type { AttemptResult, ToolRuntime } from '@sallyport/orchestrator';
import type { AttemptRecord } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { type ExecAttemptResult, execAttempt } from './exec-attempt.js';
import type { ExecRequest, ExecSettings, ExecSink } from './exec-request.js';

/** A command line as a tool: what it needs to be allowed, and how it's run once. */
export function createExecRuntime(
  settings: Pick<ExecSettings, 'protectedPaths'>,
  sink: Pick<ExecSink, 'onOutput'>,
): ToolRuntime<ExecRequest> {
  return {
    sandboxPreference: 'auto',
    escalateOnFailure: true,
    sandboxPermissions: (request) => request.sandboxPermissions,
    requirement: (request, { ask, policy }) =>
      commandRequirement({
        ask,
        fileSystemKind: policy.fileSystemKind,
        network: policy.network,
        sandboxPermissions: request.sandboxPermissions,
        // Without rules and without a parser for shell text nothing is known of the command.
        evaluation: { source: 'unmatched', knownSafe: false, dangerous: false },
      }),
    approvalAction: (request, { retryReason }) => ({
      kind: 'command',
      command: [...request.command],
      cwd: request.cwd,
      sandboxPermissions: retryReason === undefined ? request.sandboxPermissions : 'require_escalated',
      ...(request.justification === undefined ? {} : { justification: request.justification }),
    }),
    async run(request, attempt, context) {
      const started = Date.now();
      const { onOutput } = sink;
      const origin = { attemptId: attempt.id, callId: request.callId };
      const result = await execAttempt(
        request,
        {
          policy: attempt.policy,
          ...(settings.protectedPaths === undefined ? {} : { protectedPaths: settings.protectedPaths }),
        },
        {
          contained: attempt.sandboxRequested,
          ...(context.signal === undefined ? {} : { signal: context.signal }),
          sink: {
            onLaunch: (backend) => context.begin({ command: [...request.command], cwd: request.cwd, backend }),
            onWarning: (message) =>
              context.emit({ type: 'warning', callId: request.callId, atMs: Date.now(), message }),
            ...(onOutput === undefined
              ? {}
              : { onOutput: (stream, chunk) => onOutput.call(sink, stream, chunk, origin) }),
          },
        },
      );
      const { signal } = context;
      return attemptResult(result, request, abortReason(signal), {
        id: attempt.id,
        sandboxRequested: attempt.sandboxRequested,
        backend: result.backend,
        startedAtMs: started,
        durationMs: 0,
      });
    },
  };
}

function attemptResult(
  result: ExecAttemptResult,
  request: ExecRequest,
  aborted: string,
  base: Omit<AttemptRecord, 'status' | 'exitCode'>,
): AttemptResult {
  switch (result.kind) {
    case 'exited': {
      const { exitCode, output, denial, startedAtMs, durationMs } = result;
      const ran = { ...base, startedAtMs, durationMs, exitCode };
      return denial === undefined
        ? { kind: 'completed', exitCode, output, record: { ...ran, status: 'completed' } }
        : { kind: 'sandbox_denied', exitCode, output, denial, record: { ...ran, status: 'sandbox_denied' } };
    }
    case 'timed_out': {
      const { output, startedAtMs, durationMs } = result;
      const timeoutMs = request.timeoutMs ?? 0;
      return {
        kind: 'timed_out',
        reason: `the command took longer than ${timeoutMs} ms and was ended`,
        timeoutMs,
        output,
        record: { ...base, startedAtMs, durationMs, status: 'timed_out' },
      };
    }
    case 'aborted': {
      const { output, startedAtMs, durationMs } = result;
      return {
        kind: 'aborted',
        reason: aborted,
        output,
        record: { ...base, startedAtMs, durationMs, status: 'aborted' },
      };
    }
    case 'failed_to_start': {
      const { code, reason, exitCode } = result;
      return {
        kind: 'failed_to_start',
        code,
        reason,
        ...(exitCode === undefined ? {} : { exitCode }),
        record: { ...base, durationMs: Math.max(0, Date.now() - base.startedAtMs), status: 'failed_to_start' },
      };
    }
    default:
      return assertNever(result, 'attempt');
  }
}

function abortReason(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason.message : 'it was ended from outside';
}
