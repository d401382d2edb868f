import type { AskForApproval, DenialEvidence, EscalationPath, ReviewDecision } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { denial, granular } from '../test/scripted-tool.js';
import { afterDenial, escalationAfterReview, retryReason } from './retry.js';

const plain = {
  ask: 'on-request' as AskForApproval,
  escalateOnFailure: true,
  hasDeniedReads: false,
  sandboxRequested: true,
  denial,
  exitCode: 1,
  howToAskLater: 'ask again',
};

test.each<[string, Partial<Parameters<typeof afterDenial>[0]>, string]>([
  ['on-request', {}, 'ask'],
  ['untrusted', { ask: 'untrusted' }, 'ask'],
  ['granular, sandbox_approval on', { ask: granular(true) }, 'ask'],
  ['granular, sandbox_approval off', { ask: granular(false) }, 'sandbox_approval = false'],
  ['never', { ask: 'never' }, 'ask = never'],
  ["a tool that can't run outside", { escalateOnFailure: false }, "this tool can't run outside"],
  ['denied reads', { hasDeniedReads: true }, 'denies reading some paths'],
  ['denied reads under untrusted', { hasDeniedReads: true, ask: 'untrusted' }, 'denies reading some paths'],
  ['an attempt outside', { sandboxRequested: false }, 'outside the sandbox already'],
])('%s', (_what, over, expected) => {
  const next = afterDenial({ ...plain, ...over });
  if (expected === 'ask') expect(next).toEqual({ kind: 'ask', retryReason: retryReason(denial) });
  else
    expect(next).toMatchObject({
      kind: 'return',
      escalation: { available: false, why_not: expect.stringContaining(expected) },
    });
});

test('a command that succeeded all the same isn’t run twice, but the way to do so is named', () => {
  expect(afterDenial({ ...plain, exitCode: 0 })).toEqual({
    kind: 'return',
    escalation: { available: true, how: 'ask again' },
  });
});

describe('the reason names what was blocked', () => {
  test.each<[DenialEvidence, string]>([
    [
      { source: 'policy', operation: 'write', target: '/home/you/x', rule: '"/" = read', text: 'sh: cannot create' },
      'the sandbox blocked writing /home/you/x, by the policy entry "/" = read',
    ],
    [{ source: 'kernel', operation: 'syscall', target: 'ptrace' }, 'the sandbox blocked the system call ptrace'],
    [
      { source: 'policy', operation: 'network', target: '127.0.0.1:80' },
      'the sandbox blocked the network 127.0.0.1:80',
    ],
    [{ source: 'policy', operation: 'unix_socket', target: '/run/x' }, 'the sandbox blocked the Unix socket /run/x'],
    [{ source: 'policy', operation: 'read' }, 'the sandbox blocked reading'],
    [{ source: 'policy', operation: 'execute' }, 'the sandbox blocked executing'],
    [
      { source: 'keyword', operation: 'unknown', text: 'Operation not permitted' },
      'the sandbox blocked an operation, to judge by its output: Operation not permitted',
    ],
  ])('%j', (evidence, reason) => {
    expect(retryReason({ ...denial, evidence: [evidence] })).toBe(reason);
  });

  test('what is only likely is called so, and a long line is cut', () => {
    const text = 'x'.repeat(5_000);
    const reason = retryReason({
      ...denial,
      confidence: 'likely',
      evidence: [{ source: 'keyword', operation: 'unknown', text }],
    });
    expect(reason).toMatch(/^the sandbox probably blocked an operation, to judge by its output: x{300}$/);
  });
});

test.each<[Exclude<ReviewDecision, { type: 'approved' }>, EscalationPath | undefined]>([
  [
    { type: 'denied', rejection: 'not today' },
    { available: false, why_not: 'the user refused to let it run outside the sandbox: not today' },
  ],
  [
    { type: 'timed_out' },
    {
      available: true,
      how: 'the review by the user timed out, which is no judgement of the command. To ask again: do so',
    },
  ],
  [{ type: 'abort' }, undefined],
])('after the answer %j', (decision, escalation) => {
  expect(escalationAfterReview({ by: 'user', decision }, 'do so')).toEqual(escalation);
});
