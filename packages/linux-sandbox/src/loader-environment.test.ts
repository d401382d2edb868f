import { expect, test } from 'vitest';
import { partLoaderEnvironment } from './loader-environment.js';

test.each([
  { name: 'LD_PRELOAD', part: 'command' },
  { name: 'LD_LIBRARY_PATH', part: 'command' },
  { name: 'LD_AUDIT', part: 'command' },
  { name: 'GLIBC_TUNABLES', part: 'command' },
  { name: 'GCONV_PATH', part: 'command' },
  { name: 'LDFLAGS', part: 'launcher' },
  { name: 'PATH', part: 'launcher' },
  { name: 'OLD_LD_PRELOAD', part: 'launcher' },
])('$name goes to the $part', ({ name, part }) => {
  const { launcher, commandOnly } = partLoaderEnvironment({ [name]: 'value' });
  expect(Object.keys(launcher)).toEqual(part === 'launcher' ? [name] : []);
  expect(commandOnly).toEqual(part === 'command' ? [[name, 'value']] : []);
});
