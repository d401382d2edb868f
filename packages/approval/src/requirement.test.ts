import type { AskForApproval, SandboxPermissions } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { type CommandEvaluation, commandRequirement, defaultRequirement, type FileSystemKind } from './requirement.js';

const granular = (on: { sandbox_approval?: boolean; rules?: boolean }): AskForApproval => ({
  granular: {
    sandbox_approval: true,
    rules: true,
    skill_approval: false,
    request_permissions: false,
    mcp_elicitations: false,
    ...on,
  },
});

const modes: Record<string, AskForApproval> = {
  never: 'never',
  'on-request': 'on-request',
  'granular, sandbox_approval on': granular({}),
  'granular, sandbox_approval off': granular({ sandbox_approval: false }),
  untrusted: 'untrusted',
};

function mode(name: string): AskForApproval {
  const ask = modes[name];
  if (ask === undefined) throw new Error(`no mode ${name}`);
  return ask;
}

describe('default requirement', () => {
  test.each<[string, string, string, string]>([
    // ask, restricted, unrestricted, external-sandbox
    ['never', 'skip', 'skip', 'skip'],
    ['on-request', 'needs_approval', 'skip', 'skip'],
    ['granular, sandbox_approval on', 'needs_approval', 'skip', 'skip'],
    ['granular, sandbox_approval off', 'forbidden', 'skip', 'skip'],
    ['untrusted', 'needs_approval', 'needs_approval', 'needs_approval'],
  ])('%s: %s | %s | %s', (name, restricted, unrestricted, external) => {
    const kindFor = (fileSystemKind: FileSystemKind) => defaultRequirement({ ask: mode(name), fileSystemKind }).kind;
    expect([kindFor('restricted'), kindFor('unrestricted'), kindFor('external-sandbox')]).toEqual([
      restricted,
      unrestricted,
      external,
    ]);
  });

  test('a default skip never leaves the sandbox', () => {
    expect(defaultRequirement({ ask: 'never', fileSystemKind: 'restricted' })).toEqual({
      kind: 'skip',
      bypassSandbox: false,
    });
  });
});

describe('a command that no rule is about', () => {
  const kindFor = (
    ask: AskForApproval,
    fileSystemKind: FileSystemKind,
    sandboxPermissions: SandboxPermissions,
    evaluation: Partial<Extract<CommandEvaluation, { source: 'unmatched' }>> = {},
  ) =>
    commandRequirement({
      ask,
      fileSystemKind,
      sandboxPermissions,
      evaluation: { source: 'unmatched', knownSafe: false, dangerous: false, ...evaluation },
    }).kind;

  test.each<[string, boolean, string, string, string, string]>([
    // ask, known safe, restricted + use_default, + require_escalated, + with_additional_permissions, unrestricted or external + any
    ['never', false, 'skip', 'forbidden', 'forbidden', 'skip'],
    ['never', true, 'skip', 'forbidden', 'forbidden', 'skip'],
    ['on-request', false, 'skip', 'needs_approval', 'needs_approval', 'skip'],
    ['on-request', true, 'skip', 'needs_approval', 'needs_approval', 'skip'],
    ['granular, sandbox_approval on', false, 'skip', 'needs_approval', 'needs_approval', 'skip'],
    ['granular, sandbox_approval off', false, 'skip', 'forbidden', 'forbidden', 'skip'],
    ['untrusted', true, 'skip', 'needs_approval', 'needs_approval', 'skip'],
    ['untrusted', false, 'needs_approval', 'needs_approval', 'needs_approval', 'needs_approval'],
  ])('%s, known safe %s: %s | %s | %s | %s', (name, knownSafe, byDefault, escalated, additional, elsewhere) => {
    const ask = mode(name);
    expect([
      kindFor(ask, 'restricted', 'use_default', { knownSafe }),
      kindFor(ask, 'restricted', 'require_escalated', { knownSafe }),
      kindFor(ask, 'restricted', 'with_additional_permissions', { knownSafe }),
    ]).toEqual([byDefault, escalated, additional]);
    for (const fileSystemKind of ['unrestricted', 'external-sandbox'] as const) {
      for (const permissions of ['use_default', 'require_escalated', 'with_additional_permissions'] as const) {
        expect(kindFor(ask, fileSystemKind, permissions, { knownSafe })).toBe(elsewhere);
      }
    }
  });

  test.each<[string, string]>([
    ['never', 'forbidden'],
    ['on-request', 'needs_approval'],
    ['granular, sandbox_approval on', 'needs_approval'],
    ['granular, sandbox_approval off', 'forbidden'],
    ['untrusted', 'needs_approval'],
  ])('%s, dangerous: %s under every policy and request', (name, kind) => {
    for (const fileSystemKind of ['restricted', 'unrestricted', 'external-sandbox'] as const) {
      for (const permissions of ['use_default', 'require_escalated', 'with_additional_permissions'] as const) {
        expect(kindFor(mode(name), fileSystemKind, permissions, { dangerous: true })).toBe(kind);
      }
    }
  });

  test('leaving a sandbox that only closes the network is asked about, too', () => {
    const requirement = commandRequirement({
      ask: 'on-request',
      fileSystemKind: 'unrestricted',
      network: 'restricted',
      sandboxPermissions: 'require_escalated',
      evaluation: { source: 'unmatched', knownSafe: false, dangerous: false },
    });
    expect(requirement).toEqual({ kind: 'needs_approval', reason: 'it asks to run outside the sandbox' });
  });
});

describe('a command that rules are about', () => {
  const requirement = (
    ask: AskForApproval,
    evaluation: CommandEvaluation,
    sandboxPermissions: SandboxPermissions = 'use_default',
  ) => commandRequirement({ ask, fileSystemKind: 'restricted', sandboxPermissions, evaluation });

  const forbidden: CommandEvaluation = {
    source: 'rule',
    decision: 'forbidden',
    rule: 'prefix [rm]',
    justification: 'no rm',
  };
  const prompt: CommandEvaluation = { source: 'rule', decision: 'prompt', rule: 'prefix [git, push]' };

  test.each(Object.keys(modes))('%s: what a rule forbids is forbidden', (name) => {
    expect(requirement(mode(name), forbidden)).toEqual({
      kind: 'forbidden',
      reason: 'a rule forbids this command: no rm',
      rule: 'prefix [rm]',
    });
  });

  test.each(Object.keys(modes))(
    '%s: what rules allow in every part runs outside, escalation asked for or not',
    (name) => {
      const allowed: CommandEvaluation = { source: 'rule', decision: 'allow', everyPartAllowed: true };
      expect(requirement(mode(name), allowed)).toEqual({ kind: 'skip', bypassSandbox: true });
      expect(requirement(mode(name), allowed, 'require_escalated')).toEqual({ kind: 'skip', bypassSandbox: true });
    },
  );

  test.each<[string, string, string]>([
    ['never', 'skip', 'forbidden'],
    ['on-request', 'skip', 'needs_approval'],
    ['granular, sandbox_approval on', 'skip', 'needs_approval'],
    ['granular, sandbox_approval off', 'skip', 'forbidden'],
    ['untrusted', 'skip', 'needs_approval'],
  ])('%s, allowed only in part: %s | escalated: %s', (name, byDefault, escalated) => {
    const inPart: CommandEvaluation = { source: 'rule', decision: 'allow', everyPartAllowed: false };
    expect(requirement(mode(name), inPart).kind).toBe(byDefault);
    expect(requirement(mode(name), inPart, 'require_escalated').kind).toBe(escalated);
  });

  test.each<[string, AskForApproval, string, string]>([
    ['never', 'never', 'forbidden', 'ask = never'],
    ['granular, rules off', granular({ rules: false }), 'forbidden', 'ask = granular, rules = false'],
    ['granular, only rules on', granular({ sandbox_approval: false }), 'needs_approval', ''],
    ['on-request', 'on-request', 'needs_approval', ''],
    ['untrusted', 'untrusted', 'needs_approval', ''],
  ])('%s: a rule that wants a review', (_name, ask, kind, rule) => {
    const answer = requirement(ask, prompt);
    expect(answer.kind).toBe(kind);
    if (answer.kind === 'forbidden') expect(answer.rule).toBe(rule);
  });

  test('a rule may ask for a review where the sandbox may not be asked about, but not let the command out', () => {
    expect(requirement(granular({ sandbox_approval: false }), prompt, 'require_escalated')).toEqual({
      kind: 'forbidden',
      reason: 'this would need an approval, and nobody may be asked',
      rule: 'ask = granular, sandbox_approval = false',
    });
  });

  test("the reason names the rule and the escalation; it's never the requester's words", () => {
    expect(requirement('on-request', { ...prompt, justification: 'public' }, 'require_escalated')).toEqual({
      kind: 'needs_approval',
      reason: 'the rule prefix [git, push] wants this command reviewed: public; it asks to run outside the sandbox',
    });
  });
});
