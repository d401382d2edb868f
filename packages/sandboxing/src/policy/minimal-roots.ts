/** What `minimal` stands for on Linux, as far as it exists: what a program needs to start. Of the reference system. */
export const MINIMAL_ROOTS = [
  '/bin',
  '/sbin',
  '/usr',
  '/etc',
  '/lib',
  '/lib64',
  '/nix/store',
  '/run/current-system/sw',
] as const;
