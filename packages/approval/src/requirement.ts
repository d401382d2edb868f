// Skip, ask or forbid? Pure: the tables are in the README and, as they stand there, in the tests.

import type { AskForApproval, NetworkSandboxPolicy, SandboxPermissions, SplitPolicy } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';

/**
 * What has to happen before the first attempt.
 *
 * - `skip`: nobody is asked. `bypassSandbox`: rules of the user's allow every part of the command to run outside.
 * - `needs_approval`: a reviewer must say yes to this one attempt. `reason` is ours, never the requester's words.
 * - `forbidden`: not even asked. `rule` names the setting or rule that says so.
 */
export type ExecApprovalRequirement =
  | { kind: 'skip'; bypassSandbox: boolean }
  | { kind: 'needs_approval'; reason?: string }
  | { kind: 'forbidden'; reason: string; rule: string };

/** Who confines files: us (`restricted`), nobody (`unrestricted`), somebody else (`external-sandbox`). */
export type FileSystemKind = SplitPolicy['file_system']['kind'];

/**
 * What is known about a command.
 *
 * - `unmatched`: no rule is about it. `knownSafe`: only reads, by a list; whoever says so has parsed the whole command.
 *   `dangerous`: of the kind that destroys. Rules about some parts that don't settle the whole come here as well.
 * - `rule`: rules decide. The strictest over all parts of the command counts; `rule` is the one to name in words.
 *   `everyPartAllowed`: each part has an explicit allow rule, so that the user has let all of it out of the sandbox.
 */
export type CommandEvaluation =
  | { source: 'unmatched'; knownSafe: boolean; dangerous: boolean }
  | { source: 'rule'; decision: 'allow'; everyPartAllowed: boolean }
  | { source: 'rule'; decision: 'prompt' | 'forbidden'; rule: string; justification?: string };

/** The requirement of a request that has none of its own: a restricted file system is worth a question, another isn't. */
export function defaultRequirement({
  ask,
  fileSystemKind,
}: {
  ask: AskForApproval;
  fileSystemKind: FileSystemKind;
}): ExecApprovalRequirement {
  if (ask === 'never') return SKIP;
  if (ask === 'untrusted') return { kind: 'needs_approval', reason: UNTRUSTED_REASON };
  if (fileSystemKind !== 'restricted') return SKIP;
  if (ask === 'on-request') return { kind: 'needs_approval' };
  return ask.granular.sandbox_approval ? { kind: 'needs_approval' } : forbiddenBy(SANDBOX_APPROVAL_OFF);
}

/**
 * The requirement of a command, from what the rules and the heuristics say of it.
 *
 * A request to leave the sandbox is settled first: nobody leaves on the strength of a skip, except by rules that allow
 * every part of the command. So it's forbidden where nobody may be asked (`never`, granular without
 * `sandbox_approval`), and asked in every other mode, `untrusted` included: there a human answers anyway, and an answer
 * beats a flat no. (Codex 0.171.0 refuses it in every mode but `on-request`.) Where no containment of ours is in force
 * there is nothing to leave, and the request changes nothing.
 *
 * @param input.network the policy's network half; `enabled` when left out. With an unrestricted file system it decides
 *   whether there is a sandbox to leave
 */
export function commandRequirement(input: {
  ask: AskForApproval;
  fileSystemKind: FileSystemKind;
  network?: NetworkSandboxPolicy;
  sandboxPermissions: SandboxPermissions;
  evaluation: CommandEvaluation;
}): ExecApprovalRequirement {
  const { ask, evaluation } = input;
  if (evaluation.source === 'rule' && evaluation.decision === 'forbidden') {
    return {
      kind: 'forbidden',
      reason: withJustification('a rule forbids this command', evaluation),
      rule: evaluation.rule,
    };
  }
  if (evaluation.source === 'rule' && evaluation.decision === 'allow' && evaluation.everyPartAllowed) {
    return { kind: 'skip', bypassSandbox: true };
  }
  const escalation = asksForMore(input) ? escalationReason(input.sandboxPermissions) : undefined;
  if (escalation !== undefined) {
    const gate = sandboxGate(ask);
    if (gate !== undefined) return forbiddenBy(gate);
  }
  return evaluation.source === 'rule'
    ? ruleRequirement(ask, evaluation, escalation)
    : heuristicRequirement(ask, evaluation, escalation);
}

function ruleRequirement(
  ask: AskForApproval,
  evaluation: Extract<CommandEvaluation, { source: 'rule' }>,
  escalation: string | undefined,
): ExecApprovalRequirement {
  switch (evaluation.decision) {
    case 'allow':
      return escalation === undefined ? SKIP : { kind: 'needs_approval', reason: escalation };
    case 'prompt': {
      const why = withJustification(`the rule ${evaluation.rule} wants this command reviewed`, evaluation);
      if (ask === 'never') return { kind: 'forbidden', reason: `${why}, and nobody may be asked`, rule: ASK_NEVER };
      if (typeof ask === 'object' && !ask.granular.rules) {
        return { kind: 'forbidden', reason: `${why}, and nobody may be asked`, rule: RULES_OFF };
      }
      return { kind: 'needs_approval', reason: escalation === undefined ? why : `${why}; ${escalation}` };
    }
    case 'forbidden':
      return {
        kind: 'forbidden',
        reason: withJustification('a rule forbids this command', evaluation),
        rule: evaluation.rule,
      };
    default:
      return assertNever(evaluation, 'rule decision');
  }
}

function heuristicRequirement(
  ask: AskForApproval,
  { knownSafe, dangerous }: Extract<CommandEvaluation, { source: 'unmatched' }>,
  escalation: string | undefined,
): ExecApprovalRequirement {
  if (dangerous) {
    const gate = sandboxGate(ask);
    if (gate !== undefined) {
      return { kind: 'forbidden', reason: 'this command looks destructive, and nobody may be asked', rule: gate };
    }
    return {
      kind: 'needs_approval',
      reason: escalation === undefined ? DANGEROUS_REASON : `${DANGEROUS_REASON}; ${escalation}`,
    };
  }
  if (escalation !== undefined) return { kind: 'needs_approval', reason: escalation };
  if (ask === 'untrusted' && !knownSafe) return { kind: 'needs_approval', reason: UNTRUSTED_REASON };
  return SKIP;
}

/** Whether the call wants more than the policy gives, and there is a containment of ours that keeps it from it. */
function asksForMore({
  sandboxPermissions,
  fileSystemKind,
  network = 'enabled',
}: Parameters<typeof commandRequirement>[0]): boolean {
  if (sandboxPermissions === 'use_default') return false;
  switch (fileSystemKind) {
    case 'restricted':
      return true;
    case 'unrestricted':
      return network === 'restricted';
    case 'external-sandbox':
      return false;
    default:
      return assertNever(fileSystemKind, 'file-system kind');
  }
}

function escalationReason(permissions: SandboxPermissions): string {
  return permissions === 'with_additional_permissions'
    ? 'it asks for more permissions than the policy gives'
    : 'it asks to run outside the sandbox';
}

/** The setting that forbids questions about the sandbox, if one does. */
function sandboxGate(ask: AskForApproval): string | undefined {
  if (ask === 'never') return ASK_NEVER;
  if (typeof ask === 'object' && !ask.granular.sandbox_approval) return SANDBOX_APPROVAL_OFF;
  return undefined;
}

function forbiddenBy(rule: string): ExecApprovalRequirement {
  return { kind: 'forbidden', reason: 'this would need an approval, and nobody may be asked', rule };
}

function withJustification(text: string, { justification }: { justification?: string }): string {
  return justification === undefined ? text : `${text}: ${justification}`;
}

const SKIP: ExecApprovalRequirement = Object.freeze({ kind: 'skip', bypassSandbox: false });
const ASK_NEVER = 'ask = never';
const SANDBOX_APPROVAL_OFF = 'ask = granular, sandbox_approval = false';
const RULES_OFF = 'ask = granular, rules = false';
const UNTRUSTED_REASON = 'ask = untrusted: it is not known to be harmless';
const DANGEROUS_REASON = 'it looks destructive';
