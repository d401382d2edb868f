import { describe, expect, test } from 'vitest';
import { Outcome } from './outcome.js';

const text = (value: string) => ({ text: value, lossy: false, totalBytes: value.length, omittedBytes: 0 });
const output = { stdout: text(''), stderr: text('no\n'), aggregated: text('no\n') };
const attempts = [
  {
    id: 'c1',
    backend: 'bubblewrap',
    sandboxRequested: true,
    startedAtMs: 1,
    durationMs: 2,
    exitCode: 1,
    status: 'sandbox_denied',
  },
];
const denial = {
  boundary: 'sandbox',
  backend: 'bubblewrap',
  confidence: 'certain',
  evidence: [{ source: 'policy', operation: 'write', target: '/x', rule: '"/" = read' }],
  outside: 'would_likely_succeed',
  escalation: { available: false, why_not: 'nobody can be asked' },
};

describe('Outcome on the wire', () => {
  test.each([
    { kind: 'completed', exitCode: 0, output, durationMs: 2, attempts },
    { kind: 'sandbox_denied', exitCode: 1, output, durationMs: 2, attempts, denial },
    { kind: 'rejected', by: 'user', reason: 'no' },
    { kind: 'forbidden', reason: 'no', rule: 'ask = never' },
    { kind: 'aborted', reason: 'SIGINT', output, attempts },
    { kind: 'timed_out', reason: 'after 5 ms', timeoutMs: 5, output, durationMs: 5, attempts },
    { kind: 'failed_to_start', code: 'COMMAND_NOT_FOUND', reason: 'no such program', exitCode: 127, attempts: [] },
  ])('$kind survives the wire', (outcome) => {
    expect(Outcome.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome);
  });

  test.each([
    [
      'a denial without evidence',
      { kind: 'sandbox_denied', exitCode: 1, output, durationMs: 2, attempts, denial: { ...denial, evidence: [] } },
    ],
    [
      'a denial without its escalation',
      {
        kind: 'sandbox_denied',
        exitCode: 1,
        output,
        durationMs: 2,
        attempts,
        denial: { ...denial, escalation: undefined },
      },
    ],
    [
      'a denial of another boundary',
      { kind: 'sandbox_denied', exitCode: 1, output, durationMs: 2, attempts, denial: { ...denial, boundary: 'host' } },
    ],
    ['a completion that never ran', { kind: 'completed', exitCode: 0, output, durationMs: 2, attempts: [] }],
    [
      'a completion with a denial beside it',
      { kind: 'completed', exitCode: 1, output, durationMs: 2, attempts, denial },
    ],
  ])('%s is refused', (_what, outcome) => {
    expect(Outcome.safeParse(outcome).success).toBe(false);
  });
});
