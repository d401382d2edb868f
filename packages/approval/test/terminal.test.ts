// The terminal reviewer on a real terminal: a PTY of the kernel's, with its line discipline and its modes.

import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { spawn } from '@lydell/node-pty';
import type { AbsolutePath, ApprovalId, CallId } from '@sallyport/protocol';
import { describe, expect, test } from 'vitest';
import { createTerminalReviewer, type ReviewRequest, type ReviewRoute } from '../src/index.js';

const request: ReviewRequest = {
  id: 'call-1:retry' as ApprovalId,
  callId: 'call-1' as CallId,
  atMs: 0,
  action: {
    kind: 'command',
    command: ['sh', '-c', 'echo \x1b[2Jhi'],
    cwd: '/ws' as AbsolutePath,
    sandboxPermissions: 'require_escalated',
  },
  change: 'it runs',
};

const QUESTION = '[q]uit: ';

/** A PTY whose slave end is open here, with a process that holds its session but reads nothing. */
class Terminal {
  readonly #pty = spawn('/bin/sh', ['-c', 'tty; exec sleep 600'], { cols: 70, rows: 20 });
  readonly #over = new Promise<void>((resolve) => void this.#pty.onExit(() => resolve()));
  readonly #waiting = new Set<() => void>();
  readonly reviewer: ReviewRoute;
  shown = '';

  private constructor() {
    this.#pty.onData((text) => {
      this.shown += text;
      for (const check of this.#waiting) check();
    });
    this.reviewer = {
      by: 'user',
      review: (asked, options) => {
        const { input, output } = this.#streams();
        return createTerminalReviewer({ input, output }).review(asked, options);
      },
    };
  }

  static async open(): Promise<Terminal> {
    const terminal = new Terminal();
    await terminal.shows(/\/dev\/pts\/\d+\r\n/);
    return terminal;
  }

  #opened: { input: ReadStream & { fd: number }; output: WriteStream } | undefined;
  #streams() {
    const path = /\/dev\/pts\/\d+/.exec(this.shown)?.[0] ?? '';
    const open = () => openSync(path, constants.O_RDWR | constants.O_NOCTTY);
    if (this.#opened === undefined) {
      const fd = open();
      this.#opened = { input: Object.assign(new ReadStream(fd), { fd }), output: new WriteStream(open()) };
    }
    return this.#opened;
  }

  /** The line discipline's settings, as stty(1) saves them. */
  mode(): string {
    return execFileSync('stty', ['-g'], {
      stdio: [this.#streams().input.fd, 'pipe', 'inherit'],
      encoding: 'utf8',
    }).trim();
  }

  setMode(...settings: string[]): void {
    execFileSync('stty', settings, { stdio: [this.#streams().input.fd, 'inherit', 'inherit'] });
  }

  /** The session's leader ends: the kernel takes the terminal from everybody who has it open. */
  hangUp(): void {
    this.#pty.kill('SIGKILL');
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  async shows(what: RegExp | string): Promise<void> {
    const there = () => (typeof what === 'string' ? this.shown.includes(what) : what.test(this.shown));
    if (there()) return;
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!there()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }

  /** Types it and waits until the kernel has it: its echo comes back. */
  async typeAhead(text: string, echo: string): Promise<void> {
    this.type(text);
    await this.shows(echo);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#opened?.input.destroy();
    this.#opened?.output.destroy();
    this.hangUp();
    await this.#over;
  }
}

describe.skipIf(process.platform !== 'linux')('on a terminal (Linux only: the test opens /dev/pts)', () => {
  test.each([
    ['y\r', { type: 'approved' }],
    ['n\r', { type: 'denied', rejection: 'the user said no' }],
    ['\r', { type: 'denied', rejection: 'the user said no' }],
    ['q\r', { type: 'abort' }],
    ['\x03', { type: 'abort' }],
    ['\x04', { type: 'abort' }],
    ['nope\x15y\r', { type: 'approved' }],
  ])('the keys %j answer, and the terminal is as it was', async (keys, decision) => {
    await using terminal = await Terminal.open();
    const before = terminal.mode();
    const review = terminal.reviewer.review(request, {});
    await terminal.shows(QUESTION);
    expect(terminal.mode()).not.toBe(before);
    terminal.type(keys);
    expect(await review).toEqual(decision);
    expect(terminal.mode()).toBe(before);
    expect(terminal.shown).toContain(String.raw`sh -c $'echo \x1b[2Jhi'`);
  });

  test.each([
    ['a whole line', 'y\r', 'y\r\n'],
    ['many lines', 'y\ry\ryes\r', 'yes\r\n'],
    ['a line without its end', 'y', 'y'],
  ])('%s typed before the question is no answer', async (_what, keys, echo) => {
    await using terminal = await Terminal.open();
    terminal.mode();
    await terminal.typeAhead(keys, echo);
    const review = terminal.reviewer.review(request, {});
    await terminal.shows(QUESTION);
    terminal.type('\r');
    expect(await review).toEqual({ type: 'denied', rejection: 'the user said no' });
  });

  test('a mode that the command left behind is kept as it was, and does not get in the way', async () => {
    await using terminal = await Terminal.open();
    terminal.setMode('-echo', '-icanon', '-isig');
    const before = terminal.mode();
    const review = terminal.reviewer.review(request, {});
    await terminal.shows(QUESTION);
    terminal.type('y\r');
    expect(await review).toEqual({ type: 'approved' });
    expect(terminal.mode()).toBe(before);
  });

  test('an abort signal puts the terminal back', async () => {
    await using terminal = await Terminal.open();
    const before = terminal.mode();
    const controller = new AbortController();
    const review = terminal.reviewer.review(request, { signal: controller.signal });
    await terminal.shows(QUESTION);
    terminal.type('y');
    controller.abort();
    expect(await review).toEqual({ type: 'abort' });
    expect(terminal.mode()).toBe(before);
  });

  test('a terminal that goes away aborts', async () => {
    await using terminal = await Terminal.open();
    const review = terminal.reviewer.review(request, {});
    await terminal.shows(QUESTION);
    terminal.type('y');
    terminal.hangUp();
    expect(await review).toEqual({ type: 'abort' });
  });

  test('the terminal can be asked again after an answer', async () => {
    await using terminal = await Terminal.open();
    for (const expected of ['approved', 'denied'] as const) {
      const review = terminal.reviewer.review(request, {});
      terminal.shown = terminal.shown.replace(QUESTION, '');
      await terminal.shows(QUESTION);
      terminal.type(expected === 'approved' ? 'y\r' : 'n\r');
      expect(await review).toMatchObject({ type: expected });
    }
  });
});
