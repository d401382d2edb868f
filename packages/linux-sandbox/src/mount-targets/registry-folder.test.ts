import { expect, test } from 'vitest';
import { outsideNumber } from './registry-folder.js';

test.each([
  { what: 'the initial namespace', inside: 1000, map: '         0          0 4294967295\n', outside: 1000 },
  { what: 'root only in here', inside: 0, map: '         0       1001          1\n', outside: 1001 },
  { what: 'a second range', inside: 5, map: '0 1001 1\n1 100000 65536\n', outside: 100004 },
  { what: 'nobody', inside: 65534, map: '0 1001 1\n', outside: undefined },
  { what: 'no map', inside: 0, map: '', outside: undefined },
])('$what', ({ inside, map, outside }) => {
  expect(outsideNumber(inside, map)).toBe(outside);
});
