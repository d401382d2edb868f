import { expect, test } from 'vitest';
import { formatIdentity, identityOf, isAlive, ownIdentity, parseIdentity } from './process-identity.js';

test('an identity survives being written down', () => {
  expect(parseIdentity(formatIdentity(ownIdentity()))).toEqual(ownIdentity());
  expect(formatIdentity(ownIdentity())).not.toContain('/');
});

test.each(['', '1', '1-2', '1-2-3', 'x-2-pid:[3]', '1-2-pid:[3]/..', '1-2-pid:[3]\n', '12345678901-2-pid:[3]'])(
  '%j names nobody',
  (text) => {
    expect(parseIdentity(text)).toBeUndefined();
  },
);

const parent = identityOf(process.ppid) ?? ownIdentity();
test.each([
  { who: 'this process', identity: ownIdentity(), alive: true },
  { who: 'its parent', identity: parent, alive: true },
  { who: 'an earlier process of the same number', identity: { ...parent, startTime: '1' }, alive: false },
  { who: 'an earlier process of our own number', identity: { ...ownIdentity(), startTime: '1' }, alive: false },
  { who: 'a number that no process has', identity: { ...parent, pid: 2 ** 30 }, alive: false },
  {
    who: 'one of another PID name space, of which nothing is known',
    identity: { ...parent, pid: 2 ** 30, pidNamespace: 'pid:[1]' },
    alive: true,
  },
])('$who: alive = $alive', ({ identity, alive }) => expect(isAlive(identity)).toBe(alive));

test('no process, no identity', () => expect(identityOf(2 ** 30)).toBeUndefined());
