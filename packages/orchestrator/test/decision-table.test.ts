// The whole path as a table: approval mode, policy, request, answers, denial.

import { commandRequirement, type FileSystemKind } from '@sallyport/approval';
import type { AskForApproval, CallEvent, Outcome as OutcomeType, SandboxPermissions } from '@sallyport/protocol';
import { CallEvent as CallEventSchema, Outcome } from '@sallyport/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orchestrate } from '../src/index.js';
import { granular, policyOf, type ScriptedAnswer, scriptedCall, scriptedTool, scriptedUser } from './scripted-tool.js';

const asks: Record<string, AskForApproval> = {
  never: 'never',
  'on-request': 'on-request',
  untrusted: 'untrusted',
  'granular+': granular(true),
  'granular-': granular(false),
};

interface Situation {
  ask: AskForApproval;
  fileSystemKind: FileSystemKind;
  hasDeniedReads: boolean;
  sandboxPermissions: SandboxPermissions;
  knownSafe: boolean;
  dangerous: boolean;
  bypassSandbox: boolean;
  /** Answers to the first and the second question; `nobody`: there is no reviewer at all. */
  answers: [ScriptedAnswer, ScriptedAnswer] | 'nobody';
  denied: boolean;
  sandboxPreference: 'auto' | 'forbid';
  escalateOnFailure: boolean;
}

const ordinary: Situation = {
  ask: 'on-request',
  fileSystemKind: 'restricted',
  hasDeniedReads: false,
  sandboxPermissions: 'use_default',
  knownSafe: false,
  dangerous: false,
  bypassSandbox: false,
  answers: ['approved', 'approved'],
  denied: true,
  sandboxPreference: 'auto',
  escalateOnFailure: true,
};

async function play(situation: Situation): Promise<{
  outcome: OutcomeType;
  events: CallEvent[];
  /** `in` and `out` of the sandbox, in order. */
  attempts: ('in' | 'out')[];
  asked: number;
}> {
  const { ask, fileSystemKind, hasDeniedReads, sandboxPermissions, knownSafe, dangerous } = situation;
  const network = fileSystemKind === 'restricted' ? 'restricted' : 'enabled';
  const enforcement = fileSystemKind === 'external-sandbox' ? 'external' : 'managed';
  const policy = policyOf({
    fileSystemKind,
    hasDeniedReads,
    network,
    enforcement,
    fullDiskWrite: fileSystemKind !== 'restricted',
  });
  const requirement = commandRequirement({
    ask,
    fileSystemKind,
    network,
    sandboxPermissions,
    evaluation: situation.bypassSandbox
      ? { source: 'rule', decision: 'allow', everyPartAllowed: true }
      : { source: 'unmatched', knownSafe, dangerous },
  });
  const tool = scriptedTool([situation.denied ? 'sandbox_denied' : 'completed', 'completed'], situation);
  const routes = situation.answers === 'nobody' ? [] : [scriptedUser(...situation.answers)];
  const { call, events } = scriptedCall({ ask, policy, routes });
  const outcome = await orchestrate(tool, { requirement, sandboxPermissions }, call);
  return {
    outcome,
    events,
    attempts: tool.attempts.map(({ sandboxRequested }) => (sandboxRequested ? 'in' : 'out')),
    asked: events.filter(({ type }) => type === 'approval_requested').length,
  };
}

/** In a word: the outcome, and for a denial whether it can be put to approval. */
function inShort(outcome: OutcomeType): string {
  if (outcome.kind !== 'sandbox_denied') return outcome.kind;
  return outcome.denial.escalation.available ? 'denied, ask later' : 'denied';
}

describe('before the first attempt', () => {
  test.each<[string, SandboxPermissions, Situation['answers'], string, string, number]>([
    // ask, permissions, answers -> outcome, attempts, questions. Nothing is denied here.
    ['never', 'use_default', ['denied', 'denied'], 'completed', 'in', 0],
    ['never', 'require_escalated', ['approved', 'approved'], 'forbidden', '', 0],
    ['on-request', 'use_default', ['denied', 'denied'], 'completed', 'in', 0],
    ['on-request', 'require_escalated', ['approved', 'denied'], 'completed', 'out', 1],
    ['on-request', 'require_escalated', ['denied', 'denied'], 'rejected', '', 1],
    ['on-request', 'require_escalated', ['timed_out', 'denied'], 'rejected', '', 1],
    ['on-request', 'require_escalated', ['abort', 'denied'], 'aborted', '', 1],
    ['on-request', 'require_escalated', ['no verdict', 'denied'], 'forbidden', '', 1],
    ['on-request', 'require_escalated', 'nobody', 'forbidden', '', 0],
    ['on-request', 'with_additional_permissions', ['approved', 'denied'], 'completed', 'in', 1],
    ['untrusted', 'use_default', ['approved', 'denied'], 'completed', 'in', 1],
    ['untrusted', 'use_default', ['denied', 'denied'], 'rejected', '', 1],
    ['untrusted', 'use_default', 'nobody', 'forbidden', '', 0],
    ['untrusted', 'require_escalated', ['approved', 'denied'], 'completed', 'out', 1],
    ['granular+', 'use_default', ['denied', 'denied'], 'completed', 'in', 0],
    ['granular+', 'require_escalated', ['approved', 'denied'], 'completed', 'out', 1],
    ['granular-', 'use_default', ['denied', 'denied'], 'completed', 'in', 0],
    ['granular-', 'require_escalated', ['approved', 'approved'], 'forbidden', '', 0],
  ])(
    '%s, %s, answers %j: %s, attempts "%s", %i asked',
    async (ask, sandboxPermissions, answers, end, attempts, asked) => {
      const played = await play({ ...ordinary, ask: asks[ask] ?? 'never', sandboxPermissions, answers, denied: false });
      expect([inShort(played.outcome), played.attempts.join(' '), played.asked]).toEqual([end, attempts, asked]);
    },
  );
});

describe('after a denial', () => {
  test.each<[string, Situation['answers'], string, string, number]>([
    // ask, answers -> outcome, attempts, questions. Under untrusted the first question is the one before the first attempt.
    ['never', ['approved', 'approved'], 'denied', 'in', 0],
    ['on-request', ['approved', 'denied'], 'completed', 'in out', 1],
    ['on-request', ['denied', 'denied'], 'denied', 'in', 1],
    ['on-request', ['timed_out', 'denied'], 'denied, ask later', 'in', 1],
    ['on-request', ['abort', 'denied'], 'aborted', 'in', 1],
    ['on-request', ['no verdict', 'denied'], 'denied', 'in', 1],
    ['on-request', 'nobody', 'denied', 'in', 0],
    ['untrusted', ['approved', 'approved'], 'completed', 'in out', 2],
    ['untrusted', ['approved', 'denied'], 'denied', 'in', 2],
    ['untrusted', ['approved', 'abort'], 'aborted', 'in', 2],
    ['granular+', ['approved', 'denied'], 'completed', 'in out', 1],
    ['granular+', ['denied', 'denied'], 'denied', 'in', 1],
    ['granular-', ['approved', 'approved'], 'denied', 'in', 0],
  ])('%s, answers %j: %s, attempts "%s", %i asked', async (ask, answers, end, attempts, asked) => {
    const played = await play({ ...ordinary, ask: asks[ask] ?? 'never', answers });
    expect([inShort(played.outcome), played.attempts.join(' '), played.asked]).toEqual([end, attempts, asked]);
  });

  test.each(Object.keys(asks))('%s: with denied reads nothing is asked and nothing runs outside', async (ask) => {
    const played = await play({ ...ordinary, ask: asks[ask] ?? 'never', knownSafe: true, hasDeniedReads: true });
    expect([inShort(played.outcome), played.attempts.join(' '), played.asked]).toEqual(['denied', 'in', 0]);
  });

  test('with denied reads an approved escalation runs inside, and says so to the reviewer and in a warning', async () => {
    const played = await play({
      ...ordinary,
      hasDeniedReads: true,
      sandboxPermissions: 'require_escalated',
      denied: false,
    });
    expect(played.attempts).toEqual(['in']);
    expect(played.events).toMatchObject([
      { type: 'approval_requested', change: expect.stringContaining('inside the sandbox') },
      { type: 'approval_decided' },
      { type: 'warning', message: expect.stringContaining('denies reading') },
      { type: 'exec_begin', backend: 'bubblewrap', sandboxRequested: true },
      { type: 'exec_end' },
      { type: 'outcome' },
    ]);
  });

  test('what rules let out runs outside without a question', async () => {
    const played = await play({ ...ordinary, bypassSandbox: true, denied: false });
    expect([played.attempts.join(' '), played.asked]).toEqual(['out', 0]);
  });
});

describe("a tool that can't be contained", () => {
  test.each<[string, Partial<Situation>, string, string, number]>([
    ['needs an approval', {}, 'completed', 'out', 1],
    ['not where nothing is contained', { fileSystemKind: 'unrestricted' }, 'completed', 'out', 0],
    ['not where rules let it out', { bypassSandbox: true }, 'completed', 'out', 0],
    ["isn't run under never", { ask: 'never' }, 'forbidden', '', 0],
    ["isn't run with denied reads", { hasDeniedReads: true }, 'forbidden', '', 0],
    [
      "isn't run with denied reads that rules would disregard",
      { hasDeniedReads: true, bypassSandbox: true },
      'forbidden',
      '',
      0,
    ],
    ["isn't run without a reviewer", { answers: 'nobody' }, 'forbidden', '', 0],
  ])('%s', async (_what, over, end, attempts, asked) => {
    const played = await play({ ...ordinary, denied: false, sandboxPreference: 'forbid', ...over });
    expect([inShort(played.outcome), played.attempts.join(' '), played.asked]).toEqual([end, attempts, asked]);
  });
});

const answer = fc.constantFrom<ScriptedAnswer>('approved', 'denied', 'timed_out', 'abort', 'no verdict');
const situations = fc.record<Situation>({
  ask: fc.constantFrom(...Object.values(asks)),
  fileSystemKind: fc.constantFrom('restricted', 'unrestricted', 'external-sandbox'),
  hasDeniedReads: fc.boolean(),
  sandboxPermissions: fc.constantFrom('use_default', 'require_escalated', 'with_additional_permissions'),
  knownSafe: fc.boolean(),
  dangerous: fc.boolean(),
  bypassSandbox: fc.boolean(),
  answers: fc.oneof(fc.constant('nobody' as const), fc.tuple(answer, answer)),
  denied: fc.boolean(),
  sandboxPreference: fc.constantFrom('auto', 'forbid'),
  escalateOnFailure: fc.boolean(),
});

describe('in every situation', () => {
  test('nothing leaves the sandbox but by rules or with a yes to exactly that attempt', async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const { events } = await play(situation);
        const contained = situation.fileSystemKind !== 'unrestricted';
        const yes = new Map<string, number>();
        for (const event of events) {
          if (event.type === 'approval_decided' && event.decision.type === 'approved') {
            yes.set(event.id, (yes.get(event.id) ?? 0) + 1);
          }
          if (event.type !== 'exec_begin' || !contained || event.sandboxRequested) continue;
          expect(situation.hasDeniedReads).toBe(false);
          const byRules = situation.bypassSandbox && !event.id.endsWith(':retry');
          if (!byRules) {
            expect(yes.get(event.id)).toBe(1);
            expect(situation.ask).not.toBe('never');
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('the events are valid, their order is fixed, and the outcome comes last, once', async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const { events, outcome, attempts } = await play(situation);
        for (const event of events) expect(CallEventSchema.safeParse(event).error).toBeUndefined();
        expect(Outcome.safeParse(outcome).error).toBeUndefined();
        expect(events.filter(({ type }) => type === 'outcome')).toEqual([{ ...events.at(-1), outcome }]);
        const ids = (type: CallEvent['type']) =>
          events.flatMap((event) => (event.type === type && 'id' in event ? [event.id] : []));
        expect(ids('exec_begin')).toEqual(['call-1', 'call-1:retry'].slice(0, attempts.length));
        expect(ids('exec_end')).toEqual(ids('exec_begin'));
        // A decision is always to the last request, and never comes without one.
        expect(ids('approval_requested')).toEqual(expect.arrayContaining(ids('approval_decided')));
        expect(new Set(ids('approval_requested')).size).toBe(ids('approval_requested').length);
        const times = events.map((event) => ('atMs' in event ? event.atMs : 0));
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a denial that stays keeps its own output and evidence', async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const { outcome } = await play({ ...situation, denied: true });
        if (outcome.kind !== 'sandbox_denied') return;
        expect(outcome.output.stdout.text).toBe('attempt 1');
        expect(outcome.denial.evidence[0]?.target).toBe('/home/you/x');
        expect(outcome.attempts.map(({ status }) => status)).toEqual(['sandbox_denied']);
      }),
      { numRuns: 500 },
    );
  });
});
