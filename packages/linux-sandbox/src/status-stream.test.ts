import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUS_LINE_CHARACTERS } from './limits.js';
import { StatusStream } from './status-stream.js';

const bubblewrapText = '{ "child-pid": 4242, "mnt-namespace": 4026532 }\n{ "exit-code": 7 }\n';

test('chunks may be cut anywhere', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(bubblewrapText.length)), (cuts) => {
      const status = new StatusStream();
      const points = [0, ...cuts.sort((a, b) => a - b), bubblewrapText.length];
      for (const [index, from] of points.entries())
        status.push(Buffer.from(bubblewrapText.slice(from, points[index + 1])));
      expect([status.number('child-pid'), status.number('exit-code')]).toEqual([4242, 7]);
    }),
  );
});

test('what is cut off, or no object, says nothing', () => {
  const status = new StatusStream();
  status.push(Buffer.from('nonsense\n[1]\nnull\n{"deep":{"exit-code":1}}\n\n{"exit-code":'));
  expect(status.number('exit-code')).toBeUndefined();
});

test('an endless line is bounded', () => {
  const status = new StatusStream();
  for (let index = 0; index < 8; index++) status.push(Buffer.alloc(STATUS_LINE_CHARACTERS, 'x'));
  status.push(Buffer.from('\n{"exit-code":3}\n'));
  expect(status.number('exit-code')).toBe(3);
});
