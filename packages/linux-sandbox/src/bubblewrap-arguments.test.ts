import { expect, test } from 'vitest';
import { withoutMountsOn } from './bubblewrap-arguments.js';

test.each([
  {
    without: ['/ws/.git'],
    args: '--bind /ws /ws --perms 555 --tmpfs /ws/.git --remount-ro /ws/.git --proc /proc',
    kept: '--bind /ws /ws --proc /proc',
  },
  {
    without: ['/ws/x'],
    args: '--perms 000 --ro-bind-data 3 /ws/x --perms 111 --tmpfs /ws/y',
    kept: '--perms 111 --tmpfs /ws/y',
  },
  { without: ['/ws/x'], args: '--ro-bind /ws/x /ws/xy --ro-bind /dev/null /ws/x/deep', kept: '--ro-bind /ws/x /ws/xy' },
  {
    without: ['/a', '/b'],
    args: '--dir /a --dir /b --dir /c --chdir /a --setenv A /a',
    kept: '--dir /c --chdir /a --setenv A /a',
  },
])('without $without', ({ without, args, kept }) => {
  expect(withoutMountsOn(without, args.split(' ')).join(' ')).toBe(kept);
});

test('an option it does not know is refused', () => {
  expect(() => withoutMountsOn(['/x'], ['--overlay-src', '/x'])).toThrow('--overlay-src');
});
