/** Machines the filters are written for, named as in `process.arch`. */
export type SeccompArch = 'x64' | 'arm64';

/**
 * Numbers of the system calls the filters name: `[x86_64, arm64]`, null where the machine never had the call.
 * Sources: asm/unistd_64.h (x86_64) and asm-generic/unistd.h (arm64) of Linux 6.1; the calls added since then
 * (fchmodat2, setxattrat, removexattrat, open_tree_attr, file_setattr) have one number on every machine, from
 * scripts/syscall.tbl of Linux 6.17. Closing a number an older kernel doesn't know costs nothing.
 */
export const SYSTEM_CALL_NUMBERS = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  perf_event_open: [298, 241],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  move_mount: [429, 429],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  chroot: [161, 51],
  setns: [308, 268],
  unshare: [272, 97],
  clone: [56, 220],
  clone3: [435, 435],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  iopl: [172, null],
  ioperm: [173, null],
  ioctl: [16, 29],
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  sendto: [44, 206],
  sendmmsg: [307, 269],
  recvmmsg: [299, 243],
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, null],
  fchown: [93, 55],
  lchown: [94, null],
  fchownat: [260, 54],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  setxattrat: [463, 463],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  removexattrat: [466, 466],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  file_setattr: [469, 469],
} as const satisfies Record<string, readonly [x64: number, arm64: number | null]>;

export type SystemCallName = keyof typeof SYSTEM_CALL_NUMBERS;

/** The call's number on `arch`, or null when that machine doesn't have it. */
export function systemCallNumber(name: SystemCallName, arch: SeccompArch): number | null {
  const [x64, arm64] = SYSTEM_CALL_NUMBERS[name];
  return arch === 'x64' ? x64 : arm64;
}
