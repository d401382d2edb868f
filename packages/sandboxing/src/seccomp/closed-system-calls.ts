import type { SystemCallName } from './system-calls.js';

/** Reaching into other processes: their memory, their registers, their open files, what they execute. */
const OTHER_PROCESSES = [
  'ptrace',
  'process_vm_readv',
  'process_vm_writev',
  'pidfd_getfd',
  'kcmp',
  'perf_event_open',
] as const satisfies readonly SystemCallName[];

/** io_uring(7) performs socket, connect, open and more from kernel threads, past any filter on the calls themselves. */
const IO_URING = ['io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const satisfies readonly SystemCallName[];

/** Large kernel surfaces with a history of privilege escalation, which build tools and tests don't need. */
const KERNEL_ATTACK_SURFACE = ['bpf', 'userfaultfd'] as const satisfies readonly SystemCallName[];

/** Keyrings aren't namespaced by mount or pid: the user's session keys (Kerberos, fscrypt) would stay readable. */
const KEYRINGS = ['add_key', 'request_key', 'keyctl'] as const satisfies readonly SystemCallName[];

/** The file system view is the sandbox: whoever can mount, or change root, can undo a read-only bind or a mask. */
const MOUNTS = [
  'mount',
  'umount2',
  'pivot_root',
  'move_mount',
  'open_tree',
  'open_tree_attr',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'chroot',
] as const satisfies readonly SystemCallName[];

/** setns(2) would re-enter the host's namespaces. unshare and clone are filtered by their flags instead. */
const NAMESPACES = ['setns'] as const satisfies readonly SystemCallName[];

/**
 * Running the machine. The kernel asks for capabilities the command shouldn't have; this holds when it has them, as
 * for root in the Landlock backend. open_by_handle_at finds files by inode, past every mount and mask.
 */
const MACHINE_ADMINISTRATION = [
  'kexec_load',
  'kexec_file_load',
  'init_module',
  'finit_module',
  'delete_module',
  'reboot',
  'swapon',
  'swapoff',
  'acct',
  'quotactl',
  'quotactl_fd',
  'open_by_handle_at',
  'lookup_dcookie',
  'nfsservctl',
  'iopl',
  'ioperm',
] as const satisfies readonly SystemCallName[];

/** Closed with EPERM in every filter. */
export const ALWAYS_CLOSED: readonly SystemCallName[] = [
  ...OTHER_PROCESSES,
  ...IO_URING,
  ...KERNEL_ATTACK_SURFACE,
  ...KEYRINGS,
  ...MOUNTS,
  ...NAMESPACES,
  ...MACHINE_ADMINISTRATION,
];

/**
 * Closed with EPERM when the network is restricted: everything that gives a socket a peer or a name. A read-only mount
 * doesn't stop connect(2) to a host socket (docker.sock, ssh-agent), so it has to be stopped here. The m-variants carry
 * addresses in memory, where a filter can't look.
 *
 * shutdown, getsockopt, setsockopt, getsockname and getpeername stay open: they connect nothing, and without shutdown
 * a Node process hangs when it ends a child's stdin (libuv uses socketpairs). Codex 0.171.0 closes them.
 */
export const CLOSED_WITHOUT_NETWORK: readonly SystemCallName[] = [
  'connect',
  'bind',
  'listen',
  'accept',
  'accept4',
  'sendmmsg',
  'recvmmsg',
];

/**
 * Closed with EPERM for the Landlock backend: landlock(7) restricts opening, creating and removing, and doesn't see
 * changes of a file's mode, owner, attributes or times, which work by path or through a descriptor opened read-only.
 * Without a read-only mount they would reach every file the user owns.
 */
export const CLOSED_FOR_LANDLOCK: readonly SystemCallName[] = [
  'chmod',
  'fchmod',
  'fchmodat',
  'fchmodat2',
  'chown',
  'fchown',
  'lchown',
  'fchownat',
  'setxattr',
  'lsetxattr',
  'fsetxattr',
  'setxattrat',
  'removexattr',
  'lremovexattr',
  'fremovexattr',
  'removexattrat',
  'utime',
  'utimes',
  'futimesat',
  'utimensat',
  'file_setattr',
];

/**
 * ioctl(2) requests closed in every filter: they put characters into the terminal's input, to be run by the shell
 * that started us (TIOCSTI), or paste them there on a virtual console (TIOCLINUX). asm-generic/ioctls.h.
 */
export const ALWAYS_CLOSED_IOCTLS: readonly number[] = [
  0x5412, // TIOCSTI
  0x541c, // TIOCLINUX
];

/**
 * ioctl(2) requests closed for the Landlock backend: the same changes as CLOSED_FOR_LANDLOCK by another door. They
 * need ownership or mode bits but only a read-only descriptor, and Landlock's ioctl right covers devices alone.
 * Values from linux/fs.h, linux/fsverity.h, linux/fscrypt.h, linux/msdos_fs.h and linux/btrfs.h.
 */
export const CLOSED_IOCTLS_FOR_LANDLOCK: readonly number[] = [
  0x40086602, // FS_IOC_SETFLAGS, chattr(1)
  0x401c5820, // FS_IOC_FSSETXATTR
  0x40087602, // FS_IOC_SETVERSION
  0x40806685, // FS_IOC_ENABLE_VERITY: makes a file read-only for good
  0x800c6613, // FS_IOC_SET_ENCRYPTION_POLICY, on an empty directory
  0x40047211, // FAT_IOCTL_SET_ATTRIBUTES
  0x50009401, // BTRFS_IOC_SNAP_CREATE: creates an entry in a directory opened read-only, as do the next three
  0x5000940e, // BTRFS_IOC_SUBVOL_CREATE
  0x50009417, // BTRFS_IOC_SNAP_CREATE_V2
  0x50009418, // BTRFS_IOC_SUBVOL_CREATE_V2
  0x5000940f, // BTRFS_IOC_SNAP_DESTROY
  0x5000943f, // BTRFS_IOC_SNAP_DESTROY_V2
  0x4008941a, // BTRFS_IOC_SUBVOL_SETFLAGS
];
