import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { Outcome } from '@sallyport/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLI, canUseBubblewrap, type Scratch, scratch } from './harness.js';

/** The CLI on a real terminal, with somebody in front of it. */
class Session {
  readonly #pty: IPty;
  readonly #ended: Promise<number>;
  screen = '';
  #wake = () => {};

  constructor(place: Scratch, args: readonly string[]) {
    this.#pty = spawn(process.execPath, [CLI, ...args], { cwd: place.workspace, env: place.env, cols: 100, rows: 30 });
    this.#pty.onData((data) => {
      this.screen += data;
      this.#wake();
    });
    this.#ended = new Promise((resolve) =>
      this.#pty.onExit(({ exitCode }) => {
        resolve(exitCode);
        this.#wake();
      }),
    );
    onTestFinished(() => {
      try {
        this.#pty.kill('SIGKILL');
      } catch {
        // it has ended
      }
    });
  }

  async sees(pattern: RegExp): Promise<void> {
    let over = false;
    void this.#ended.then(() => {
      over = true;
    });
    while (!pattern.test(this.screen)) {
      if (over) throw new Error(`ended without ${pattern}: ${this.screen}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  get status(): Promise<number> {
    return this.#ended;
  }
}

const PROMPT = /\[y\]es, \[N\]o/;

describe.skipIf(!canUseBubblewrap)('on a terminal', () => {
  const write = ['--', 'sh', '-c', 'echo hi > "$HOME/x"'];

  test('a denial asks, showing command, folder, reason and change; yes runs it again without the sandbox', async () => {
    const place = scratch();
    const report = join(place.home, 'r.json');
    const session = new Session(place, ['exec', '--report', report, ...write]);
    await session.sees(PROMPT);
    expect(existsSync(join(place.home, 'x'))).toBe(false);
    const flat = session.screen.replace(/\s+/g, ' ');
    expect(flat).toContain('echo hi > ');
    expect(flat).toContain(place.workspace);
    expect(flat).toContain(join(place.home, 'x'));
    expect(flat).toMatch(/OUTSIDE the sandbox/);
    session.type('y\r');
    expect(await session.status).toBe(0);
    expect(readFileSync(join(place.home, 'x'), 'utf8')).toBe('hi\n');
    const outcome = Outcome.parse(JSON.parse(readFileSync(report, 'utf8')));
    if (outcome.kind !== 'completed') throw new Error(outcome.kind);
    expect(outcome.attempts.map(({ status, backend }) => [status, backend])).toEqual([
      ['sandbox_denied', 'bubblewrap'],
      ['completed', 'none'],
    ]);
    expect(outcome.attempts[1]?.id).toMatch(/:retry$/);
  });

  test('no returns the denial as it was', async () => {
    const place = scratch();
    const report = join(place.home, 'r.json');
    const session = new Session(place, ['exec', '--report', report, ...write]);
    await session.sees(PROMPT);
    session.type('n\r');
    expect(await session.status).toBe(2);
    expect(existsSync(join(place.home, 'x'))).toBe(false);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      kind: 'sandbox_denied',
      exitCode: 2,
      denial: { evidence: [{ target: join(place.home, 'x') }], escalation: { available: false } },
    });
  });

  test('with --json the review’s records carry its ids, and the retry’s end in :retry', async () => {
    const place = scratch();
    const session = new Session(place, ['exec', '--json', ...write]);
    await session.sees(PROMPT);
    session.type('y\r');
    expect(await session.status).toBe(0);
    const types = [
      ...session.screen.matchAll(/"type":"(approval_requested|approval_decided|exec_begin|exec_end|outcome)"/g),
    ].map((match) => match[1]);
    expect(types).toEqual([
      'exec_begin',
      'exec_end',
      'approval_requested',
      'approval_decided',
      'exec_begin',
      'exec_end',
      'outcome',
    ]);
    expect(session.screen.replace(/[\r\n]/g, '')).toMatch(/"type":"approval_decided","id":"[^"]+:retry"/);
  });

  test('-a never asks nothing', async () => {
    const session = new Session(scratch(), ['exec', '-a', 'never', ...write]);
    expect(await session.status).toBe(2);
    expect(session.screen).not.toMatch(PROMPT);
    expect(session.screen).toContain('the sandbox (bubblewrap) blocked this command');
  });

  test('--escalate asks before the first attempt, with the justification as the requester’s words', async () => {
    const place = scratch();
    const session = new Session(place, ['exec', '--escalate', '--justification', 'needs my home', ...write]);
    await session.sees(PROMPT);
    expect(session.screen).toContain('needs my home');
    expect(existsSync(join(place.home, 'x'))).toBe(false);
    session.type('y\r');
    expect(await session.status).toBe(0);
    expect(readFileSync(join(place.home, 'x'), 'utf8')).toBe('hi\n');
  });

  test('--escalate refused runs nothing', async () => {
    const place = scratch();
    const session = new Session(place, ['exec', '--escalate', ...write]);
    await session.sees(PROMPT);
    session.type('n\r');
    expect(await session.status).toBe(125);
    expect(existsSync(join(place.home, 'x'))).toBe(false);
    expect(session.screen).toContain('rejected by the user');
  });

  test('Ctrl-C at the question ends the call', async () => {
    const place = scratch();
    const session = new Session(place, ['exec', '--escalate', ...write]);
    await session.sees(PROMPT);
    session.type('\x03');
    expect([125, 130]).toContain(await session.status);
    expect(existsSync(join(place.home, 'x'))).toBe(false);
  });

  test('Ctrl-C ends a running command', async () => {
    const session = new Session(scratch(), ['exec', '--', 'sh', '-c', 'echo ready; sleep 1000']);
    await session.sees(/ready/);
    session.type('\x03');
    expect(await session.status).toBe(130);
  });

  test('an answer typed before the question doesn’t count', async () => {
    const place = scratch();
    const session = new Session(place, ['exec', '--', 'sh', '-c', 'echo working; sleep 0.5; echo hi > "$HOME/x"']);
    await session.sees(/working/);
    session.type('y\r');
    await session.sees(PROMPT);
    session.type('n\r');
    expect(await session.status).toBe(2);
    expect(existsSync(join(place.home, 'x'))).toBe(false);
  });

  test('the command’s text can’t forge the question', async () => {
    const place = scratch();
    const session = new Session(place, [
      'exec',
      '--escalate',
      '--',
      'sh',
      '-c',
      'true # \x1b[2J\x1b[Hharmless\r\u202e',
    ]);
    await session.sees(PROMPT);
    expect(session.screen).not.toContain('\x1b[2J');
    expect(session.screen).not.toContain('\u202e');
    session.type('n\r');
    expect(await session.status).toBe(125);
  });

  test('--tty gives the command a terminal, in the sandbox', async () => {
    const place = scratch();
    const session = new Session(place, [
      'exec',
      '-a',
      'never',
      '--tty',
      '--',
      'sh',
      '-c',
      'test -t 0 && test -t 1 && echo terminal; stty size; echo hi > "$HOME/x"',
    ]);
    expect(await session.status).toBe(2);
    expect(session.screen).toContain('terminal');
    expect(session.screen).toContain('30 100');
    expect(session.screen).toContain('the sandbox (bubblewrap) blocked this command');
  });
});
