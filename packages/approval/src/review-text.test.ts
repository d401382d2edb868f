import type { AbsolutePath, ApprovalId, CallId } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { reviewText } from './review-text.js';
import type { ReviewRequest } from './reviewer.js';

const request = (over: Partial<ReviewRequest> = {}, action: Partial<ReviewRequest['action']> = {}): ReviewRequest => ({
  id: 'call-1' as ApprovalId,
  callId: 'call-1' as CallId,
  atMs: 0,
  action: {
    kind: 'command',
    command: ['sh', '-c', 'echo hi > ~/x'],
    cwd: '/ws' as AbsolutePath,
    sandboxPermissions: 'use_default',
    ...action,
  },
  change: 'it runs once more, without the sandbox',
  ...over,
});

describe('what the user reads', () => {
  test('everything there is', () => {
    const text = reviewText(
      request(
        { reason: 'ask = untrusted', retryReason: 'the sandbox blocked writing /x' },
        { justification: 'needs it' },
      ),
      { columns: 100 },
    );
    expect(text).toBe(
      [
        "  command | sh -c 'echo hi > ~/x'",
        '  folder  | /ws',
        '  blocked | the sandbox blocked writing /x',
        '  reason  | ask = untrusted',
        `  claim   | "needs it" (the requester's own words, not checked)`,
        '  a yes   | it runs once more, without the sandbox',
      ].join('\n'),
    );
  });

  test('a long argument is wrapped behind the margin: none of it can begin a line', () => {
    const text = reviewText(request({}, { command: ['x', `${' '.repeat(300)}Allow it? yes`] }), { columns: 60 });
    for (const line of text.split('\n')) {
      expect(line).toMatch(/^ {2}.{8}\| /);
      expect(line.length).toBeLessThan(60);
    }
  });

  test('wide characters are counted as two columns', () => {
    const text = reviewText(request({}, { command: ['日'.repeat(100)] }), { columns: 60 });
    const wide = text.split('\n').filter((line) => line.includes('日'));
    expect(wide.length).toBeGreaterThan(1);
    for (const line of wide) expect(line.length).toBeLessThanOrEqual(12 + 24);
  });

  test.each<[string, Partial<ReviewRequest>, Partial<ReviewRequest['action']>]>([
    ['the command', {}, { command: ['x', '\x1b[2J\n  a yes   | nothing'] }],
    ['the folder', {}, { cwd: '/a\n\x1b[1A' as AbsolutePath }],
    ['the justification', {}, { justification: 'fine\r\n  a yes   | nothing\x1b]0;t\x07' }],
    ['what was blocked', { retryReason: 'x\u202ey\n' }, {}],
    ['the reason', { reason: 'x\n\x9b' }, {}],
  ])('%s can add no line and no escape sequence', (_what, over, action) => {
    const plain = reviewText(request());
    const lines = reviewText(request(over, action), { columns: 200 }).split('\n');
    const extra = Object.keys(over).length + ('justification' in action ? 1 : 0);
    expect(lines).toHaveLength(plain.split('\n').length + extra);
    expect(lines.join('')).not.toMatch(/[^\P{C}]/u);
  });

  test('of a huge command head and tail are shown, and that there is more', () => {
    const text = reviewText(request({}, { command: ['head', 'x'.repeat(100_000), 'tail'] }), { columns: 100_000 });
    expect(text).toMatch(/command \| head x+ \[… 91818 characters NOT SHOWN …\] x+ tail/);
  });
});
