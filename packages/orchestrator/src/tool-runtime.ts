// What a tool has to be for the orchestrator to run it. A tool decides nothing about approval or containment: it says
// what it is about to do, and does it in the containment it is told.

import type { ExecApprovalRequirement } from '@sallyport/approval';
import type {
  AbsolutePath,
  ApprovalAction,
  AskForApproval,
  AttemptId,
  AttemptRecord,
  ExecOutput,
  ExecOutputDelta,
  SandboxBackend,
  SandboxDenial,
  SandboxPermissions,
  WarningEvent,
} from '@sallyport/protocol';
import type { ResolvedPolicy } from '@sallyport/sandboxing';

/** The settings a call runs under, read once at its start. */
export interface CallSettings {
  readonly ask: AskForApproval;
  readonly policy: ResolvedPolicy;
}

/** How a request is put to a reviewer. */
export interface Approvable<Req> {
  /**
   * What a reviewer is asked to let happen. With `retryReason` it's about running again outside the sandbox after a
   * denial; `sandboxPermissions` should then be `require_escalated`.
   */
  approvalAction(request: Req, options: { retryReason?: string }): ApprovalAction;
  /** What the request itself needs before its first attempt; `undefined`: what the approval mode and the policy say by default. */
  requirement(request: Req, settings: CallSettings): ExecApprovalRequirement | undefined;
}

/** How a request may be contained. */
export interface Sandboxable<Req> {
  /** `auto`: contained where the policy needs it. `forbid`: the tool can't run contained, so running it at all is an escalation. */
  readonly sandboxPreference: 'auto' | 'forbid';
  /** Whether the tool may be run again, outside, after a denial. */
  readonly escalateOnFailure: boolean;
  /** What the request asks for beyond the policy. */
  sandboxPermissions(request: Req): SandboxPermissions;
}

/** The containment that one attempt is to run in. */
export interface SandboxAttempt {
  readonly id: AttemptId;
  /** Whether containment is asked for. If so the tool contains the attempt or doesn't start it. */
  readonly sandboxRequested: boolean;
  readonly policy: ResolvedPolicy;
  /** Whether it runs without the containment that the policy would have. */
  readonly escalated: boolean;
}

/** What a tool gets besides its request. */
export interface AttemptContext {
  /** When it aborts, the tool ends what it started and returns `aborted`. */
  readonly signal?: AbortSignal;
  /**
   * To be called right before a process starts. A second call says that the first start came to nothing and another
   * backend is tried.
   *
   * @throws ToolContractError when containment is asked for and the backend is `none`: nothing may start then
   */
  begin(start: { command: readonly [string, ...string[]]; cwd: AbsolutePath; backend: SandboxBackend }): void;
  /** For what happens in between. */
  emit(event: ExecOutputDelta | WarningEvent): void;
}

/** What one attempt came to, with its record. `record.status` equals `kind`. */
export type AttemptResult<Out extends ExecOutput = ExecOutput> =
  | { kind: 'completed'; exitCode: number; output: Out; record: AttemptRecord }
  | {
      kind: 'sandbox_denied';
      exitCode: number;
      output: Out;
      record: AttemptRecord;
      /** Whether and how to go on isn't the tool's to say. */
      denial: Omit<SandboxDenial, 'escalation'>;
    }
  | { kind: 'timed_out'; reason: string; timeoutMs: number; output: Out; record: AttemptRecord }
  | { kind: 'aborted'; reason: string; output?: Out; record: AttemptRecord }
  | {
      kind: 'failed_to_start';
      /** The `code` of the error that says why. */
      code: string;
      reason: string;
      /** 126 (not executable) or 127 (not found). */
      exitCode?: number;
      output?: Out;
      record: AttemptRecord;
    };

/** A tool that the orchestrator can drive. */
export interface ToolRuntime<Req, Out extends ExecOutput = ExecOutput> extends Approvable<Req>, Sandboxable<Req> {
  /**
   * Runs the request once. What ends an attempt is a result; an error thrown is for what kept it from starting
   * (`SallyportError`) or for a bug.
   */
  run(request: Req, attempt: SandboxAttempt, context: AttemptContext): Promise<AttemptResult<Out>>;
}
