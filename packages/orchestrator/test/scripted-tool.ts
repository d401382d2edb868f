// A tool whose attempts end as a script says, and a call round it that records everything.

import type { ExecApprovalRequirement, ReviewRoute } from '@sallyport/approval';
import type {
  AbsolutePath,
  AskForApproval,
  AttemptRecord,
  CallEvent,
  CallId,
  ExecOutput,
  OutputText,
  ReviewDecision,
  SandboxDenial,
  SandboxPermissions,
} from '@sallyport/protocol';
import type { ResolvedPolicy } from '@sallyport/sandboxing';
import type { AttemptContext, AttemptResult, CallContext, SandboxAttempt, ToolRuntime } from '../src/index.js';

export interface ScriptedRequest {
  sandboxPermissions?: SandboxPermissions;
  requirement?: ExecApprovalRequirement;
}

export type Ending = AttemptResult['kind'] | ((context: AttemptContext) => Promise<AttemptResult['kind']>);

export interface ScriptedTool extends ToolRuntime<ScriptedRequest> {
  /** The attempts that were run, as they were told to the tool. */
  readonly attempts: SandboxAttempt[];
}

/** Ends its attempts one after the other as given; the last ending counts for all that follow. */
export function scriptedTool(
  endings: readonly [Ending, ...Ending[]],
  traits: { sandboxPreference?: 'auto' | 'forbid'; escalateOnFailure?: boolean } = {},
): ScriptedTool {
  const attempts: SandboxAttempt[] = [];
  return {
    attempts,
    sandboxPreference: traits.sandboxPreference ?? 'auto',
    escalateOnFailure: traits.escalateOnFailure ?? true,
    sandboxPermissions: ({ sandboxPermissions = 'use_default' }) => sandboxPermissions,
    requirement: ({ requirement }) => requirement,
    approvalAction: ({ sandboxPermissions = 'use_default' }, { retryReason }) => ({
      kind: 'command',
      command: ['do', 'it'],
      cwd,
      sandboxPermissions: retryReason === undefined ? sandboxPermissions : 'require_escalated',
    }),
    run: async (_request, attempt, context) => {
      attempts.push(attempt);
      const ending = endings[attempts.length - 1] ?? endings.at(-1) ?? 'completed';
      const backend = attempt.sandboxRequested ? 'bubblewrap' : 'none';
      if (ending !== 'failed_to_start') context.begin({ command: ['do', 'it'], cwd, backend });
      const kind = typeof ending === 'string' ? ending : await ending(context);
      return resultOf(kind, recordOf(attempt, kind), attempts.length);
    },
  };
}

export const cwd = '/ws' as AbsolutePath;

export function recordOf(attempt: SandboxAttempt, status: AttemptRecord['status']): AttemptRecord {
  return {
    id: attempt.id,
    backend: attempt.sandboxRequested ? 'bubblewrap' : 'none',
    sandboxRequested: attempt.sandboxRequested,
    startedAtMs: 1,
    durationMs: 2,
    ...(status === 'completed' ? { exitCode: 0 } : status === 'sandbox_denied' ? { exitCode: 1 } : {}),
    status,
  };
}

export function resultOf(kind: AttemptResult['kind'], record: AttemptRecord, attempt: number): AttemptResult {
  const output = outputOf(`attempt ${attempt}`);
  switch (kind) {
    case 'completed':
      return { kind, exitCode: 0, output, record };
    case 'sandbox_denied':
      return { kind, exitCode: 1, output, record, denial };
    case 'timed_out':
      return { kind, reason: 'it took longer than 5 ms', timeoutMs: 5, output, record };
    case 'aborted':
      return { kind, reason: 'ended', output, record };
    case 'failed_to_start':
      return { kind, code: 'NOT_FOUND', reason: 'there is no such program', exitCode: 127, record };
  }
}

export function outputOf(text: string): ExecOutput {
  const stream = (printed: string): OutputText => ({
    text: printed,
    lossy: false,
    totalBytes: printed.length,
    omittedBytes: 0,
  });
  return { stdout: stream(text), stderr: stream(''), aggregated: stream(text) };
}

export const denial: Omit<SandboxDenial, 'escalation'> = {
  boundary: 'sandbox',
  backend: 'bubblewrap',
  confidence: 'certain',
  evidence: [{ source: 'policy', operation: 'write', target: '/home/you/x', rule: '"/" = read' }],
  outside: 'would_likely_succeed',
};

/** A policy as far as the orchestrator looks at it. */
export function policyOf(facts: Partial<ResolvedPolicy> = {}): ResolvedPolicy {
  return {
    enforcement: 'managed',
    network: 'restricted',
    fileSystemKind: 'restricted',
    fullDiskRead: facts.hasDeniedReads !== true,
    fullDiskWrite: false,
    hasDeniedReads: false,
    platformDefaults: false,
    entries: [],
    readableRoots: [],
    writableRoots: [],
    unreadablePaths: [],
    warnings: [],
    decide: (path) => ({ access: 'read', by: { rule: '"/" = read', path, access: 'read', origin: 'policy' } }),
    ...facts,
  };
}

export type ScriptedAnswer = ReviewDecision['type'] | 'no verdict' | 'hangs';

/** A user who answers in turn as given; the last answer counts for all questions that follow. */
export function scriptedUser(...answers: [ScriptedAnswer, ...ScriptedAnswer[]]): ReviewRoute {
  let asked = 0;
  return {
    by: 'user',
    review: async () => {
      const answer = answers[asked] ?? answers.at(-1) ?? 'no verdict';
      asked += 1;
      switch (answer) {
        case 'approved':
        case 'timed_out':
        case 'abort':
          return { type: answer };
        case 'denied':
          return { type: 'denied', rejection: 'not today' };
        case 'no verdict':
          return undefined;
        case 'hangs':
          return new Promise(() => {});
      }
    },
  };
}

/** A call with everything it emits. Its clock ticks once a look. */
export function scriptedCall(over: Partial<CallContext> & { ask: AskForApproval }): {
  call: CallContext;
  events: CallEvent[];
} {
  const events: CallEvent[] = [];
  let now = 1000;
  return {
    events,
    call: {
      callId: 'call-1' as CallId,
      policy: policyOf(),
      routes: [],
      emit: (event) => events.push(event),
      clock: { nowMs: () => now++ },
      ...over,
    },
  };
}

export function granular(sandbox_approval: boolean): AskForApproval {
  return {
    granular: {
      sandbox_approval,
      rules: true,
      skill_approval: false,
      request_permissions: false,
      mcp_elicitations: false,
    },
  };
}
