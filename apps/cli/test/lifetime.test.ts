import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { canUseBubblewrap, eventually, finished, processesMarked, scratch, start } from './harness.js';

/**
 * A command that leaves behind what it can: a child, a grandchild in a session of its own whose parents have ended
 * (a daemon), and one that ignores every signal it may. Prints `ready` when all of them run.
 */
const STUBBORN = `
  sleep 1000 &
  (setsid sh -c 'trap "" HUP INT TERM; sleep 1000; sleep 1000' & ) &
  (trap "" HUP INT TERM; sleep 1000; sleep 1000) &
  sleep 0.2; echo ready; wait`;

describe.skipIf(!canUseBubblewrap)('nothing of a command outlives the CLI', () => {
  test.each<[NodeJS.Signals, number | null]>([
    ['SIGINT', 128 + constants.signals.SIGINT],
    ['SIGTERM', 128 + constants.signals.SIGTERM],
    ['SIGHUP', 128 + constants.signals.SIGHUP],
    ['SIGKILL', null],
  ])('after %s', async (signal, status) => {
    const place = scratch();
    const mark = `MARK=${randomUUID()}`;
    place.env['MARK'] = mark.slice('MARK='.length);
    const child = start(place, ['exec', '--', 'sh', '-c', STUBBORN]);
    const result = finished(child);
    if (child.stdout === null) throw new Error('no stdout');
    await once(child.stdout, 'data');
    expect(processesMarked(mark).length).toBeGreaterThan(3);
    child.kill(signal);
    expect((await result).status).toBe(status);
    await eventually('every process has ended', () => processesMarked(mark).length === 0);
    if (signal !== 'SIGKILL') expect(readdirSync(place.workspace)).toEqual([]);
  });

  test('after a time-out, with status 124', async () => {
    const place = scratch();
    const mark = `MARK=${randomUUID()}`;
    place.env['MARK'] = mark.slice('MARK='.length);
    const result = await finished(start(place, ['exec', '--timeout', '700', '--', 'sh', '-c', STUBBORN]));
    expect(result).toMatchObject({ status: 124, stdout: 'ready\n', stderr: expect.stringContaining('timed out') });
    await eventually('every process has ended', () => processesMarked(mark).length === 0);
    expect(readdirSync(place.workspace)).toEqual([]);
  });

  test('after the command itself has ended', async () => {
    const place = scratch();
    const mark = `MARK=${randomUUID()}`;
    place.env['MARK'] = mark.slice('MARK='.length);
    const script = `(setsid sh -c 'sleep 1000; sleep 1000' >/dev/null 2>&1 &) ; echo done`;
    const result = await finished(start(place, ['exec', '--', 'sh', '-c', script]));
    expect(result).toMatchObject({ status: 0, stdout: 'done\n' });
    await eventually('every process has ended', () => processesMarked(mark).length === 0);
  });

  test('what a killed run left behind is removed by the next', async () => {
    const place = scratch();
    const child = start(place, ['exec', '--', 'sh', '-c', 'echo ready; sleep 1000']);
    if (child.stdout === null) throw new Error('no stdout');
    await once(child.stdout, 'data');
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await finished(start(place, ['exec', '--', 'true']));
    expect(readdirSync(place.workspace)).toEqual([]);
  });

  test('a reader that goes away ends the command as SIGPIPE would', async () => {
    const child = start(scratch(), ['exec', '--', 'sh', '-c', 'while :; do echo yes; done']);
    if (child.stdout === null) throw new Error('no stdout');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [status] = await once(child, 'exit');
    expect(status).toBe(128 + constants.signals.SIGPIPE);
  });
});
