import type { AbsolutePath, ApprovalAction, CallEvent, CallId, ReviewDecision, Reviewer } from '@sallyport/protocol';
import { ApprovalDecided, ApprovalRequested, WarningEvent } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { type ApprovalContext, type ReviewRequest, type ReviewRoute, requestApproval } from './reviewer.js';

const action: ApprovalAction = {
  kind: 'command',
  command: ['touch', '/x'],
  cwd: '/ws' as AbsolutePath,
  sandboxPermissions: 'use_default',
};
const yes: ReviewDecision = { type: 'approved' };
const no: ReviewDecision = { type: 'denied', rejection: 'not today' };

/** A route with a prepared answer, which counts how often it was asked. */
function route(
  by: Reviewer,
  answer: (request: ReviewRequest, signal: AbortSignal | undefined) => Promise<ReviewDecision | undefined>,
): ReviewRoute & { asked: number } {
  const scripted = {
    by,
    asked: 0,
    review: (request: ReviewRequest, { signal }: { signal?: AbortSignal }) => {
      scripted.asked += 1;
      return answer(request, signal);
    },
  };
  return scripted;
}
const answering = (by: Reviewer, decision: ReviewDecision | undefined) => route(by, async () => decision);
const hanging = (by: Reviewer) => route(by, () => new Promise(() => {}));

function context(routes: readonly ReviewRoute[], over: Partial<ApprovalContext> = {}) {
  const events: CallEvent[] = [];
  let now = 1000;
  const full: ApprovalContext = {
    callId: 'call-1' as CallId,
    change: 'it runs',
    routes,
    emit: (event) => events.push(event),
    clock: { nowMs: () => now++ },
    ...over,
  };
  return { events, context: full };
}

describe('routes are asked in order', () => {
  test.each<
    [string, [hook: ReviewDecision | undefined, user: ReviewDecision | undefined], Reviewer | 'nobody', number]
  >([
    ['the first verdict counts', [yes, no], 'hook', 0],
    ['so does a no', [no, yes], 'hook', 0],
    ['and a time-out: it is no yes, and no silence either', [{ type: 'timed_out' }, yes], 'hook', 0],
    ['no verdict passes on', [undefined, yes], 'user', 1],
    ['no verdict from anybody', [undefined, undefined], 'nobody', 1],
  ])('%s', async (_what, [hook, user], by, userAsked) => {
    const routes = [answering('hook', hook), answering('user', user)] as const;
    const result = await requestApproval(action, context(routes).context);
    expect(result.kind === 'decided' ? result.by : 'nobody').toBe(by);
    expect(routes[1].asked).toBe(userAsked);
  });
});

describe('records', () => {
  test('a request and a decision, apart, with ids and times', async () => {
    const { events, context: surroundings } = context([answering('user', yes)], { reason: 'because' });
    expect(await requestApproval(action, surroundings)).toEqual({
      kind: 'decided',
      id: 'call-1',
      by: 'user',
      decision: yes,
    });
    expect(events).toEqual([
      {
        type: 'approval_requested',
        id: 'call-1',
        callId: 'call-1',
        atMs: 1000,
        action,
        reason: 'because',
        change: 'it runs',
      },
      { type: 'approval_decided', id: 'call-1', callId: 'call-1', atMs: 1001, by: 'user', decision: yes },
    ]);
    expect(ApprovalRequested.safeParse(events[0]).success).toBe(true);
    expect(ApprovalDecided.safeParse(events[1]).success).toBe(true);
  });

  test("a retry's id ends in :retry", async () => {
    const { events, context: surroundings } = context([answering('user', no)], { retryReason: 'blocked' });
    await requestApproval(action, surroundings);
    expect(events).toMatchObject([
      { id: 'call-1:retry', retryReason: 'blocked' },
      { id: 'call-1:retry', decision: no },
    ]);
  });

  test('nothing is announced where nobody can be asked', async () => {
    const away: ReviewRoute = { ...answering('user', yes), isAvailable: () => false };
    for (const routes of [[], [away]]) {
      const { events, context: surroundings } = context(routes);
      expect(await requestApproval(action, surroundings)).toMatchObject({ kind: 'no_reviewer', id: 'call-1' });
      expect(events).toEqual([]);
    }
  });
});

describe('unanswered is not yes', () => {
  test('an abort ends a review that hangs', async () => {
    const controller = new AbortController();
    const stuck = route('hook', () => {
      controller.abort();
      return new Promise(() => {});
    });
    const { events, context: surroundings } = context([stuck], { signal: controller.signal });
    expect(await requestApproval(action, surroundings)).toMatchObject({ by: 'hook', decision: { type: 'abort' } });
    expect(events.map(({ type }) => type)).toEqual(['approval_requested', 'approval_decided']);
  });

  test('an abort beats a yes that comes with it', async () => {
    const controller = new AbortController();
    const late = route('user', async () => {
      controller.abort();
      return yes;
    });
    const { context: surroundings } = context([late], { signal: controller.signal });
    expect(await requestApproval(action, surroundings)).toMatchObject({ decision: { type: 'abort' } });
  });

  test('after an abort nobody is asked', async () => {
    const user = hanging('user');
    const { events, context: surroundings } = context([user], { signal: AbortSignal.abort() });
    expect(await requestApproval(action, surroundings)).toMatchObject({ decision: { type: 'abort' } });
    expect([user.asked, events.length]).toEqual([0, 0]);
  });

  test.each([
    ['rejects', async () => Promise.reject(new Error('hook crashed'))],
    [
      'throws',
      () => {
        throw new Error('hook crashed');
      },
    ],
  ])('a route that %s gives no verdict and leaves a warning', async (_how, fail) => {
    const { events, context: surroundings } = context([route('hook', fail), answering('user', no)]);
    expect(await requestApproval(action, surroundings)).toMatchObject({ by: 'user', decision: no });
    expect(WarningEvent.parse(events[1]).message).toContain('hook crashed');
  });

  test('a crash of the only route is no yes', async () => {
    const { context: surroundings } = context([route('hook', async () => Promise.reject(new Error('x')))]);
    expect(await requestApproval(action, surroundings)).toMatchObject({ kind: 'no_reviewer' });
  });
});

test('am-014: a yes is spent on the request it was given for', async () => {
  const user = answering('user', yes);
  await requestApproval(action, context([user], { retryReason: 'blocked' }).context);
  await requestApproval(action, context([user], { retryReason: 'blocked' }).context);
  expect(user.asked).toBe(2);
});

test('no listener stays on the signal', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const counted = new Proxy(signal, {
    get: (target, name) => {
      if (name === 'addEventListener') listeners += 1;
      if (name === 'removeEventListener') listeners -= 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await requestApproval(
    action,
    context([answering('hook', undefined), answering('user', yes)], { signal: counted }).context,
  );
  expect(listeners).toBe(0);
});
