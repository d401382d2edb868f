import { describe, expect, test } from 'vitest';
import { Receiver } from './receiver.js';

/** A receiver whose taking of each chunk is ended by hand, and a process that records when it isn't read. */
function busyReceiver() {
  const taken: string[] = [];
  const finish: (() => void)[] = [];
  const reading: string[] = [];
  const receiver = new Receiver((_stream, chunk) => {
    taken.push(String(chunk));
    return new Promise((resolve) => finish.push(resolve));
  });
  receiver.connect(
    { pause: (stream) => reading.push(`pause ${stream}`), resume: (stream) => reading.push(`resume ${stream}`) },
    () => {},
  );
  return { receiver, taken, finish, reading };
}

describe('a receiver that is busy', () => {
  test('gets one chunk at a time, in order, and nothing is read meanwhile', async () => {
    const { receiver, taken, finish, reading } = busyReceiver();
    receiver.pass('stdout', Buffer.from('a'));
    receiver.pass('stdout', Buffer.from('b'));
    expect(taken).toEqual(['a']);
    expect(reading).toEqual(['pause stdout']);
    finish.shift()?.();
    await expect.poll(() => taken).toEqual(['a', 'b']);
    expect(receiver.isIdle).toBe(false);
    finish.shift()?.();
    await receiver.idle();
    expect(reading).toEqual(['pause stdout', 'resume stdout']);
  });

  test('of one stream doesn’t stop the other', () => {
    const { receiver, taken } = busyReceiver();
    receiver.pass('stdout', Buffer.from('a'));
    receiver.pass('stderr', Buffer.from('b'));
    expect(taken).toEqual(['a', 'b']);
  });
});

test.each([
  [
    'throws',
    () => {
      throw new Error('full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('full'))],
])('one that %s gets nothing more, and its error is kept', async (_how, onOutput) => {
  let calls = 0;
  let failed = 0;
  const receiver = new Receiver((): void | Promise<void> => {
    calls += 1;
    return onOutput();
  });
  receiver.connect({ pause: () => {}, resume: () => {} }, () => {
    failed += 1;
  });
  receiver.pass('stdout', Buffer.from('a'));
  await receiver.idle();
  receiver.pass('stdout', Buffer.from('b'));
  expect([calls, failed]).toEqual([1, 1]);
  expect(() => receiver.rethrow()).toThrow('full');
});

test('an error before anybody was connected isn’t lost', () => {
  let failed = false;
  const receiver = new Receiver(() => {
    throw new Error('full');
  });
  receiver.pass('stdout', Buffer.from('a'));
  receiver.connect({ pause: () => {}, resume: () => {} }, () => {
    failed = true;
  });
  expect(failed).toBe(true);
});
