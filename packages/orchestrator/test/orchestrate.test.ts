import { SallyportError } from '@sallyport/protocol/sallyport-error';
import { describe, expect, test } from 'vitest';
import { type AttemptContext, orchestrate, type ToolRuntime } from '../src/index.js';
import {
  cwd,
  denial,
  outputOf,
  policyOf,
  recordOf,
  resultOf,
  type ScriptedRequest,
  scriptedCall,
  scriptedTool,
  scriptedUser,
} from './scripted-tool.js';

class LaunchError extends SallyportError {
  readonly code = 'LAUNCH_FAILED';
}

const begin = { command: ['do', 'it'], cwd, backend: 'bubblewrap' } satisfies Parameters<AttemptContext['begin']>[0];

/** The scripted tool with another `run`. */
function toolThat(run: ToolRuntime<ScriptedRequest>['run']): ToolRuntime<ScriptedRequest> {
  return { ...scriptedTool(['completed']), run };
}
const skip = { requirement: { kind: 'skip', bypassSandbox: false } } as const;

describe('records', () => {
  test('a denial, a yes and a retry: requested, decided and finished stay apart', async () => {
    const { call, events } = scriptedCall({ ask: 'on-request', routes: [scriptedUser('approved')] });
    const outcome = await orchestrate(scriptedTool(['sandbox_denied', 'completed']), skip, call);
    const action = { kind: 'command', command: ['do', 'it'], cwd, sandboxPermissions: 'require_escalated' };
    const first = {
      id: 'call-1',
      backend: 'bubblewrap',
      sandboxRequested: true,
      startedAtMs: 1,
      durationMs: 2,
      exitCode: 1,
      status: 'sandbox_denied',
    };
    const second = {
      id: 'call-1:retry',
      backend: 'none',
      sandboxRequested: false,
      startedAtMs: 1,
      durationMs: 2,
      exitCode: 0,
      status: 'completed',
    };
    const callId = 'call-1';
    const start = { type: 'exec_begin', callId, command: ['do', 'it'], cwd };
    expect(events).toEqual([
      { ...start, id: 'call-1', atMs: 1000, backend: 'bubblewrap', sandboxRequested: true },
      { type: 'exec_end', id: 'call-1', callId, atMs: 1001, attempt: first },
      {
        type: 'approval_requested',
        id: 'call-1:retry',
        callId,
        atMs: 1002,
        action,
        retryReason: 'the sandbox blocked writing /home/you/x, by the policy entry "/" = read',
        change: 'it runs once more, from its beginning, OUTSIDE the sandbox: it can do whatever this user can',
      },
      { type: 'approval_decided', id: 'call-1:retry', callId, atMs: 1003, by: 'user', decision: { type: 'approved' } },
      { ...start, id: 'call-1:retry', atMs: 1004, backend: 'none', sandboxRequested: false },
      { type: 'exec_end', id: 'call-1:retry', callId, atMs: 1005, attempt: second },
      { type: 'outcome', callId, atMs: 1006, outcome },
    ]);
    expect(outcome).toEqual({
      kind: 'completed',
      exitCode: 0,
      output: outputOf('attempt 2'),
      durationMs: 2,
      attempts: [first, second],
    });
  });

  test("a no leaves the denial as it was, with the user's words on going on", async () => {
    const { call } = scriptedCall({ ask: 'on-request', routes: [scriptedUser('denied')] });
    expect(await orchestrate(scriptedTool(['sandbox_denied']), skip, call)).toMatchObject({
      kind: 'sandbox_denied',
      exitCode: 1,
      output: outputOf('attempt 1'),
      denial: {
        ...denial,
        escalation: { available: false, why_not: 'the user refused to let it run outside the sandbox: not today' },
      },
    });
  });

  test('the default requirement stands in where a request has none', async () => {
    const { call, events } = scriptedCall({ ask: 'on-request', routes: [scriptedUser('denied')] });
    expect(await orchestrate(scriptedTool(['completed']), {}, call)).toEqual({
      kind: 'rejected',
      by: 'user',
      reason: 'not today',
    });
    expect(events[0]).toMatchObject({
      type: 'approval_requested',
      id: 'call-1',
      change: 'it runs once, inside the sandbox',
    });
  });
});

describe('an approval is good for one attempt', () => {
  test('am-014: the same call again is contained and asked about again', async () => {
    const routes = [scriptedUser('approved', 'denied')];
    const tool = scriptedTool(['sandbox_denied', 'completed', 'sandbox_denied']);
    const first = await orchestrate(tool, skip, scriptedCall({ ask: 'on-request', routes }).call);
    const second = await orchestrate(tool, skip, scriptedCall({ ask: 'on-request', routes }).call);
    expect([first.kind, second.kind]).toEqual(['completed', 'sandbox_denied']);
    expect(tool.attempts.map(({ sandboxRequested }) => sandboxRequested)).toEqual([true, false, true]);
  });

  test("a retry's result is final: there is no third attempt", async () => {
    const { call, events } = scriptedCall({ ask: 'untrusted', routes: [scriptedUser('approved')] });
    const tool = scriptedTool(['sandbox_denied', 'sandbox_denied']);
    expect(await orchestrate(tool, {}, call)).toMatchObject({
      kind: 'sandbox_denied',
      output: outputOf('attempt 2'),
      denial: { escalation: { available: false, why_not: 'it ran outside the sandbox already' } },
    });
    expect(tool.attempts).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'approval_requested')).toHaveLength(2);
  });

  test('a yes for an attempt inside says nothing about the retry outside', async () => {
    const { call } = scriptedCall({ ask: 'untrusted', routes: [scriptedUser('approved', 'denied')] });
    const tool = scriptedTool(['sandbox_denied']);
    expect(await orchestrate(tool, {}, call)).toMatchObject({ kind: 'sandbox_denied' });
    expect(tool.attempts).toHaveLength(1);
  });
});

describe('who is asked, and how to go on', () => {
  test('am-016: the approval mode that was given is the one in force, with a reviewer at hand or not', async () => {
    const user = scriptedUser('approved');
    for (const [ask, kind] of [
      ['on-request', 'completed'],
      ['never', 'sandbox_denied'],
    ] as const) {
      const { call, events } = scriptedCall({ ask, routes: [user] });
      expect((await orchestrate(scriptedTool(['sandbox_denied', 'completed']), skip, call)).kind).toBe(kind);
      expect(events.some(({ type }) => type === 'approval_requested')).toBe(ask === 'on-request');
    }
    const { call } = scriptedCall({ ask: 'on-request' });
    expect(await orchestrate(scriptedTool(['sandbox_denied']), skip, call)).toMatchObject({
      denial: { escalation: { available: false, why_not: expect.stringContaining('nobody can be asked here') } },
    });
  });

  test('dn-012: under never the denial says that no approval can be had', async () => {
    const { call } = scriptedCall({ ask: 'never', routes: [scriptedUser('approved')] });
    expect(await orchestrate(scriptedTool(['sandbox_denied']), skip, call)).toMatchObject({
      denial: { escalation: { available: false, why_not: expect.stringContaining('ask = never') } },
    });
  });

  test('am-010: a review that timed out is no refusal, and says how to ask again', async () => {
    const routes = [scriptedUser('timed_out')];
    const { call } = scriptedCall({ ask: 'on-request', routes, howToAskLater: 'run it again with --escalate' });
    expect(await orchestrate(scriptedTool(['sandbox_denied']), skip, call)).toMatchObject({
      kind: 'sandbox_denied',
      denial: {
        escalation: {
          available: true,
          how: 'the review by the user timed out, which is no judgement of the command. To ask again: run it again with --escalate',
        },
      },
    });
    expect(await orchestrate(scriptedTool(['completed']), {}, call)).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('timed out'),
    });
  });

  test('forbidden for want of a reviewer names that nobody can be asked', async () => {
    const { call, events } = scriptedCall({ ask: 'untrusted' });
    const requirement = { kind: 'needs_approval', reason: 'it looks destructive' } as const;
    expect(await orchestrate(scriptedTool(['completed']), { requirement }, call)).toEqual({
      kind: 'forbidden',
      reason:
        'it needs an approval (it looks destructive), and nobody can be asked here: there is no terminal and no other reviewer',
      rule: 'no reviewer: what nobody can be asked about is not run',
    });
    expect(events.map(({ type }) => type)).toEqual(['outcome']);
  });
});

describe('an abort', () => {
  test('before anything: nothing is asked and nothing runs', async () => {
    const tool = scriptedTool(['completed']);
    const signal = AbortSignal.abort(new Error('ended by SIGINT'));
    const { call, events } = scriptedCall({ ask: 'untrusted', signal, routes: [scriptedUser('approved')] });
    expect(await orchestrate(tool, {}, call)).toEqual({ kind: 'aborted', reason: 'ended by SIGINT', attempts: [] });
    expect([tool.attempts.length, events.map(({ type }) => type)]).toEqual([0, ['outcome']]);
  });

  test.each(['untrusted', 'on-request'] as const)('%s: while a reviewer is asked who never answers', async (ask) => {
    const controller = new AbortController();
    const tool = scriptedTool(['sandbox_denied']);
    const { call, events } = scriptedCall({ ask, signal: controller.signal, routes: [scriptedUser('hangs')] });
    const running = orchestrate(tool, ask === 'untrusted' ? {} : skip, {
      ...call,
      emit: (event) => {
        call.emit(event);
        if (event.type === 'approval_requested') controller.abort(new Error('ended by SIGTERM'));
      },
    });
    const ran = ask === 'on-request';
    expect(await running).toEqual({
      kind: 'aborted',
      reason: 'ended by SIGTERM',
      ...(ran ? { output: outputOf('attempt 1') } : {}),
      attempts: ran ? [expect.objectContaining({ id: 'call-1', status: 'sandbox_denied' })] : [],
    });
    expect(events.at(-2)).toMatchObject({ type: 'approval_decided', decision: { type: 'abort' } });
  });

  test.each([1, 2])('in attempt %i: the tool ends it, and what was printed is kept', async (attempt) => {
    const controller = new AbortController();
    const ending = async ({ signal }: AttemptContext) => {
      controller.abort(new Error('ended'));
      return signal?.aborted === true ? ('aborted' as const) : ('completed' as const);
    };
    const tool = attempt === 1 ? scriptedTool([ending]) : scriptedTool(['sandbox_denied', ending]);
    const routes = [scriptedUser('approved')];
    const { call } = scriptedCall({ ask: 'on-request', signal: controller.signal, routes });
    const outcome = await orchestrate(tool, skip, call);
    expect(outcome).toMatchObject({ kind: 'aborted', output: outputOf(`attempt ${attempt}`) });
    expect(outcome.kind === 'aborted' && outcome.attempts).toHaveLength(attempt);
  });

  test('that comes with a denial: nobody is asked any more', async () => {
    const controller = new AbortController();
    const tool = scriptedTool([
      async () => {
        controller.abort(new Error('ended'));
        return 'sandbox_denied';
      },
    ]);
    const routes = [scriptedUser('approved')];
    const { call, events } = scriptedCall({ ask: 'on-request', signal: controller.signal, routes });
    expect(await orchestrate(tool, skip, call)).toMatchObject({ kind: 'aborted', output: outputOf('attempt 1') });
    expect(events.some(({ type }) => type === 'approval_requested')).toBe(false);
  });

  test('that a tool throws on is an abort, and its beginning has an end', async () => {
    const controller = new AbortController();
    const tool = toolThat(async (_request, _attempt, context) => {
      context.begin(begin);
      controller.abort(new Error('ended'));
      throw context.signal?.reason;
    });
    const { call, events } = scriptedCall({ ask: 'never', signal: controller.signal });
    expect(await orchestrate(tool, skip, call)).toMatchObject({
      kind: 'aborted',
      reason: 'ended',
      attempts: [{ id: 'call-1', backend: 'bubblewrap', status: 'aborted' }],
    });
    expect(events.map(({ type }) => type)).toEqual(['exec_begin', 'exec_end', 'outcome']);
  });
});

describe('errors', () => {
  test('of ours end as failed_to_start with their code', async () => {
    const tool = toolThat(async () => {
      throw new LaunchError('no bubblewrap: install it');
    });
    const { call, events } = scriptedCall({ ask: 'never' });
    expect(await orchestrate(tool, skip, call)).toEqual({
      kind: 'failed_to_start',
      code: 'LAUNCH_FAILED',
      reason: 'no bubblewrap: install it',
      attempts: [],
    });
    expect(events.map(({ type }) => type)).toEqual(['outcome']);
  });

  test('of ours in the retry keep what the first attempt printed', async () => {
    const scripted = scriptedTool(['sandbox_denied']);
    const tool = toolThat(async (request, attempt, context) => {
      if (attempt.escalated) throw new LaunchError('gone');
      return scripted.run(request, attempt, context);
    });
    const { call } = scriptedCall({ ask: 'on-request', routes: [scriptedUser('approved')] });
    expect(await orchestrate(tool, skip, call)).toMatchObject({
      kind: 'failed_to_start',
      code: 'LAUNCH_FAILED',
      output: outputOf('attempt 1'),
      attempts: [{ status: 'sandbox_denied' }],
    });
  });

  test.each(['run', 'requirement', 'approvalAction', 'sandboxPermissions'] as const)(
    'that nobody foresaw, in %s, are thrown again after the outcome',
    async (part) => {
      const bug = new TypeError('x is not a function');
      const tool = {
        ...scriptedTool(['completed']),
        [part]: () => {
          throw bug;
        },
      };
      const { call, events } = scriptedCall({ ask: 'untrusted', routes: [scriptedUser('approved')] });
      await expect(orchestrate(tool, {}, call)).rejects.toBe(bug);
      expect(events.filter(({ type }) => type === 'outcome')).toHaveLength(1);
      expect(events.at(-1)).toMatchObject({
        type: 'outcome',
        outcome: { kind: 'failed_to_start', code: 'INTERNAL_ERROR' },
      });
    },
  );

  test('of a client that has gone are thrown, not taken for a tool that failed', async () => {
    const gone = new Error('EPIPE');
    const { call } = scriptedCall({
      ask: 'never',
      emit: () => {
        throw gone;
      },
    });
    await expect(orchestrate(scriptedTool(['completed']), skip, call)).rejects.toBe(gone);
  });

  test.each(['timed_out', 'failed_to_start', 'aborted'] as const)(
    '%s is an outcome, and never tried again',
    async (kind) => {
      const tool = scriptedTool([kind]);
      const { call } = scriptedCall({ ask: 'on-request', routes: [scriptedUser('approved')] });
      expect((await orchestrate(tool, skip, call)).kind).toBe(kind);
      expect(tool.attempts).toHaveLength(1);
    },
  );
});

describe('what a tool may not do', () => {
  const inside = scriptedCall({ ask: 'never', policy: policyOf() });

  test('start outside when it was told to contain: nothing has run when this is found', async () => {
    let started = false;
    const tool = toolThat(async (_request, attempt, context) => {
      context.begin({ ...begin, backend: 'none' });
      started = true;
      return resultOf('completed', recordOf(attempt, 'completed'), 1);
    });
    expect(await orchestrate(tool, skip, inside.call)).toMatchObject({
      kind: 'failed_to_start',
      code: 'TOOL_CONTRACT',
      attempts: [],
    });
    expect(started).toBe(false);
  });

  test.each<[string, ToolRuntime<ScriptedRequest>['run']]>([
    [
      'run without having said so',
      async (_request, attempt) => resultOf('completed', recordOf(attempt, 'completed'), 1),
    ],
    [
      'record another end than it returns',
      async (_request, attempt, context) => {
        context.begin(begin);
        return resultOf('completed', recordOf(attempt, 'timed_out'), 1);
      },
    ],
    [
      'record another containment than it began with',
      async (_request, attempt, context) => {
        context.begin(begin);
        return resultOf('completed', { ...recordOf(attempt, 'completed'), backend: 'landlock' }, 1);
      },
    ],
    [
      'claim another containment than it was told',
      async (_request, attempt, context) => {
        context.begin(begin);
        return resultOf('completed', { ...recordOf(attempt, 'completed'), sandboxRequested: false }, 1);
      },
    ],
  ])('%s', async (_what, run) => {
    const { call } = scriptedCall({ ask: 'never' });
    expect(await orchestrate(toolThat(run), skip, call)).toMatchObject({
      kind: 'failed_to_start',
      code: 'TOOL_CONTRACT',
    });
  });

  test('say anything after its attempt, or begin again', async () => {
    let late: AttemptContext | undefined;
    const tool = toolThat(async (_request, attempt, context) => {
      late = context;
      context.begin(begin);
      context.emit({ type: 'warning', atMs: 1, message: 'in time' });
      return resultOf('completed', recordOf(attempt, 'completed'), 1);
    });
    const { call, events } = scriptedCall({ ask: 'never' });
    await orchestrate(tool, skip, call);
    late?.emit({ type: 'warning', atMs: 1, message: 'too late' });
    expect(() => late?.begin(begin)).toThrow(/has ended/);
    expect(events.map(({ type }) => type)).toEqual(['exec_begin', 'warning', 'exec_end', 'outcome']);
  });
});

test('a tool that falls back to another backend says so, and its record names the one that counts', async () => {
  const tool = toolThat(async (_request, attempt, context) => {
    context.begin(begin);
    context.begin({ ...begin, backend: 'landlock' });
    return resultOf('completed', { ...recordOf(attempt, 'completed'), backend: 'landlock' }, 1);
  });
  const { call, events } = scriptedCall({ ask: 'never' });
  expect(await orchestrate(tool, skip, call)).toMatchObject({ attempts: [{ backend: 'landlock' }] });
  expect(events.map((event) => ('backend' in event ? event.backend : event.type))).toEqual([
    'bubblewrap',
    'landlock',
    'exec_end',
    'outcome',
  ]);
});

test("a tool's own output type stays out of the outcome, which crosses the wire", async () => {
  const tool = toolThat(async (_request, attempt, context) => {
    context.begin(begin);
    const output = { ...outputOf('x'), changes: ['a.txt'] };
    return { kind: 'completed', exitCode: 0, output, record: recordOf(attempt, 'completed') };
  });
  const outcome = await orchestrate(tool, skip, scriptedCall({ ask: 'never' }).call);
  expect(outcome.kind === 'completed' && Object.keys(outcome.output)).toEqual(['stdout', 'stderr', 'aggregated']);
});
