import { PassThrough } from 'node:stream';
import type { AbsolutePath, ApprovalId, CallId } from '@sallyport/protocol';
import { expect, test } from 'vitest';
import type { ReviewRequest } from './reviewer.js';
import { createTerminalReviewer, type TerminalInput } from './terminal-reviewer.js';

const request: ReviewRequest = {
  id: 'call-1' as ApprovalId,
  callId: 'call-1' as CallId,
  atMs: 0,
  action: { kind: 'command', command: ['touch', '/x'], cwd: '/ws' as AbsolutePath, sandboxPermissions: 'use_default' },
  change: 'it runs',
};

/** Streams that say they're terminals, with what was written and which modes were set. A real one is in test/. */
function fakeTerminal({ raw = false, inputIsTty = true, outputIsTty = true } = {}) {
  const keyboard = new PassThrough();
  const screen = new PassThrough();
  const modes: boolean[] = [];
  const input: TerminalInput = Object.assign(keyboard, {
    isTTY: inputIsTty,
    isRaw: raw,
    setRawMode: (mode: boolean) => modes.push(mode),
  });
  let shown = '';
  const waiting: { text: string; times: number; resolve: () => void }[] = [];
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    for (const wait of waiting) if (shown.split(wait.text).length > wait.times) wait.resolve();
  });
  return {
    keyboard,
    modes,
    shown: () => shown,
    /** Until `text` has been shown that many times. */
    shows: (text: string, times = 1) => new Promise<void>((resolve) => waiting.push({ text, times, resolve })),
    reviewer: createTerminalReviewer({ input, output: Object.assign(screen, { isTTY: outputIsTty, columns: 80 }) }),
  };
}

const QUESTION = '[q]uit: ';

test.each([
  ['y', 'approved'],
  ['yes', 'approved'],
  [' Y ', 'approved'],
  ['n', 'denied'],
  ['no', 'denied'],
  ['', 'denied'],
  ['q', 'abort'],
])('the line %j means %s', async (line, type) => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.write(`${line}\r`);
  expect(await decision).toMatchObject({ type });
  expect(terminal.modes.at(-1)).toBe(false);
});

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-C after a y', 'y\x03'],
  ['Ctrl-D', '\x04'],
])('%s aborts', async (_key, bytes) => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.write(bytes);
  expect(await decision).toEqual({ type: 'abort' });
});

test('the end of the input aborts, also after a y without an Enter', async () => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.end('y');
  expect(await decision).toEqual({ type: 'abort' });
});

test('what is no answer is asked again, and three times refused', async () => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  for (let time = 1; time <= 3; time += 1) {
    await terminal.shows(QUESTION, time);
    terminal.keyboard.write('maybe\r');
  }
  expect(await decision).toEqual({ type: 'denied', rejection: 'no clear answer at the terminal' });
});

test('a second line that comes with the first answers nothing', async () => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.write('maybe\ry\r');
  await terminal.shows(QUESTION, 2);
  terminal.keyboard.write('n\r');
  expect(await decision).toMatchObject({ type: 'denied' });
});

test('input that the stream held already is thrown away', async () => {
  const terminal = fakeTerminal();
  terminal.keyboard.write('y\r');
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.write('n\r');
  expect(await decision).toMatchObject({ type: 'denied' });
});

test('an abort signal ends the question', async () => {
  const controller = new AbortController();
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, { signal: controller.signal });
  await terminal.shows(QUESTION);
  controller.abort();
  expect(await decision).toEqual({ type: 'abort' });
  expect(terminal.modes.at(-1)).toBe(false);
});

test('raw mode stays on where it was on', async () => {
  const terminal = fakeTerminal({ raw: true });
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  terminal.keyboard.write('n\r');
  await decision;
  expect(terminal.modes.at(-1)).toBe(true);
});

test.each([
  ['input', { inputIsTty: false }],
  ['output', { outputIsTty: false }],
])('without a terminal as %s there is no verdict, and nothing is touched', async (_which, options) => {
  const terminal = fakeTerminal(options);
  terminal.keyboard.write('y\r');
  expect(terminal.reviewer.isAvailable?.()).toBe(false);
  expect(await terminal.reviewer.review(request, {})).toBeUndefined();
  expect([terminal.shown(), terminal.modes]).toEqual(['', []]);
});

test('two reviews share a terminal one after the other', async () => {
  const terminal = fakeTerminal();
  const first = terminal.reviewer.review(request, {});
  const second = terminal.reviewer.review({ ...request, change: 'the second runs' }, {});
  await terminal.shows(QUESTION);
  expect(terminal.shown()).not.toContain('the second');
  terminal.keyboard.write('y\r');
  expect(await first).toEqual({ type: 'approved' });
  await terminal.shows(QUESTION, 2);
  expect(terminal.shown()).toContain('the second');
  terminal.keyboard.write('n\r');
  expect(await second).toMatchObject({ type: 'denied' });
});

test('an escape sequence that a command left open is ended before anything is shown', async () => {
  const terminal = fakeTerminal();
  const decision = terminal.reviewer.review(request, {});
  await terminal.shows(QUESTION);
  expect(terminal.shown().startsWith('\x18\x1b\\\x1b[0m')).toBe(true);
  terminal.keyboard.write('n\r');
  await decision;
});
