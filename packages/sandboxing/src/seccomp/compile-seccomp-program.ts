import { assertNever } from '@sallyport/protocol/assert-never';
import { BpfAssembler } from './bpf-assembler.js';
import {
  ALWAYS_CLOSED,
  ALWAYS_CLOSED_IOCTLS,
  CLOSED_FOR_LANDLOCK,
  CLOSED_IOCTLS_FOR_LANDLOCK,
  CLOSED_WITHOUT_NETWORK,
} from './closed-system-calls.js';
import { type SeccompArch, type SystemCallName, systemCallNumber } from './system-calls.js';

export type { SeccompArch } from './system-calls.js';

/**
 * What the filter does about sockets. `restricted`: AF_UNIX stream and seqpacket sockets only, and nothing that
 * connects them to anything but their own pair. `network-enabled`: all but AF_VSOCK.
 */
export type SeccompMode = 'restricted' | 'network-enabled';

/** Which filter to compile. */
export interface SeccompOptions {
  readonly arch: SeccompArch;
  readonly mode: SeccompMode;
  /** Also closes what Landlock can't see: changes of mode, owner, attributes and times. Default false. */
  readonly forLandlock?: boolean;
}

/** Offsets in `struct seccomp_data` (linux/seccomp.h). Arguments are 64 bits wide, low half first on our machines. */
const CALL_NUMBER_OFFSET = 0;
const ARCHITECTURE_OFFSET = 4;
const lowHalfOfArgument = (index: number): number => 16 + 8 * index;
const highHalfOfArgument = (index: number): number => lowHalfOfArgument(index) + 4;

/** Filter results (linux/seccomp.h), errnos in the low 16 bits. */
const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const FAIL_WITH = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;

/** linux/audit.h: the ELF machine, marked as 64-bit and little-endian. */
const AUDIT_ARCHITECTURES: Readonly<Record<SeccompArch, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** Set in the number of a call through the x32 ABI, which reports itself as x86_64 (asm/unistd.h). */
const X32_CALL_BIT = 0x4000_0000;
/**
 * Numbers of x32's own variants (ptrace, process_vm_readv, sendmmsg and others again). Kernels before 5.5 also take
 * them without the x32 bit; none is a call of x86_64 proper.
 */
const X32_VARIANTS = { first: 512, last: 547 };

const CLONE_NEWTIME = 0x80;
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
const NEW_NAMESPACES_OF_CLONE = 0x7e02_0000;
const NEW_NAMESPACES_OF_UNSHARE = NEW_NAMESPACES_OF_CLONE | CLONE_NEWTIME;

const AF_UNIX = 1;
const AF_VSOCK = 40;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** The type without SOCK_NONBLOCK and SOCK_CLOEXEC (linux/net.h). */
const SOCK_TYPE_MASK = 0xf;

/**
 * Compiles the seccomp filter of a sandboxed command: classic BPF as an array of `struct sock_filter` in little-endian
 * order, ready for bwrap's `--seccomp` descriptor or for `seccomp(SECCOMP_SET_MODE_FILTER)`. Calls of a foreign
 * architecture (int 0x80, a 32-bit program) kill the process with SIGSYS; closed calls fail with EPERM, clone3 with
 * ENOSYS; every call not listed is allowed. Pure: the same options give the same bytes.
 */
export function compileSeccompProgram(options: SeccompOptions): Uint8Array<ArrayBuffer> {
  const { arch, mode, forLandlock = false } = options;
  const program = new BpfAssembler();

  // Numbers mean different calls on different machines, so nothing may be read from them before this test.
  program
    .loadWord(ARCHITECTURE_OFFSET)
    .jumpIfEqual(AUDIT_ARCHITECTURES[arch], { ifFalse: 'kill' })
    .loadWord(CALL_NUMBER_OFFSET);
  if (arch === 'x64') refuseX32(program);

  const closed = [
    ...ALWAYS_CLOSED,
    ...(mode === 'restricted' ? CLOSED_WITHOUT_NETWORK : []),
    ...(forLandlock ? CLOSED_FOR_LANDLOCK : []),
  ];
  for (const name of closed) {
    const number = systemCallNumber(name, arch);
    if (number !== null) program.jumpIfEqual(number, { ifTrue: 'deny' });
  }
  // clone3 keeps its flags in memory, where a filter can't look. libc takes ENOSYS as an old kernel and uses clone.
  onCall(program, arch, 'clone3', () => program.return(FAIL_WITH | ENOSYS));
  // New namespaces come with capabilities inside them, hence with mounts. The kernel reads the low half of the flags
  // only (clone) or refuses bits above (unshare). clone's low byte is the exit signal, so 0x80 means nothing there.
  onCall(program, arch, 'clone', () => allowUnlessAnyBit(program, NEW_NAMESPACES_OF_CLONE));
  onCall(program, arch, 'unshare', () => allowUnlessAnyBit(program, NEW_NAMESPACES_OF_UNSHARE));
  onCall(program, arch, 'ioctl', () => {
    // The request is an unsigned int: its high half doesn't reach the driver and mustn't hide the low one.
    program.loadWord(lowHalfOfArgument(1));
    for (const request of [...ALWAYS_CLOSED_IOCTLS, ...(forLandlock ? CLOSED_IOCTLS_FOR_LANDLOCK : [])]) {
      program.jumpIfEqual(request, { ifTrue: 'deny' });
    }
    program.return(ALLOW);
  });
  filterSockets(program, arch, mode);

  // The returns stand last, within a jump's reach of every test above.
  return program
    .label('allow')
    .return(ALLOW)
    .label('deny')
    .return(FAIL_WITH | EPERM)
    .label('kill')
    .return(KILL_PROCESS)
    .assemble();
}

function refuseX32(program: BpfAssembler): void {
  program
    .jumpIfAtLeast(X32_CALL_BIT, { ifTrue: 'deny' })
    .jumpIfAtLeast(X32_VARIANTS.first, { ifFalse: 'not-x32' })
    .jumpIfGreater(X32_VARIANTS.last, { ifFalse: 'deny' })
    .label('not-x32');
}

function filterSockets(program: BpfAssembler, arch: SeccompArch, mode: SeccompMode): void {
  switch (mode) {
    case 'restricted':
      onCall(program, arch, 'socket', () => allowConnectedUnixSockets(program));
      onCall(program, arch, 'socketpair', () => allowConnectedUnixSockets(program));
      // send(2) on a socketpair is sendto without an address; with one it would reach a host's datagram socket.
      onCall(program, arch, 'sendto', () =>
        program
          .loadWord(lowHalfOfArgument(4))
          .jumpIfEqual(0, { ifFalse: 'deny' })
          .loadWord(highHalfOfArgument(4))
          .jumpIfEqual(0, { ifFalse: 'deny' })
          .return(ALLOW),
      );
      return;
    case 'network-enabled':
      // vsock(7) leads to the hypervisor and isn't bounded by network namespaces (WSL's interop listens there).
      onCall(program, arch, 'socket', () => allowUnlessVsock(program));
      onCall(program, arch, 'socketpair', () => allowUnlessVsock(program));
      return;
    default:
      assertNever(mode, 'seccomp mode');
  }
}

/** Runs `body` for the call `name` only; the body has to decide, never to fall through. The accumulator stays the number elsewhere. */
function onCall(program: BpfAssembler, arch: SeccompArch, name: SystemCallName, body: () => unknown): void {
  const number = systemCallNumber(name, arch);
  if (number === null) return;
  program.jumpIfEqual(number, { ifFalse: `not-${name}` });
  body();
  program.label(`not-${name}`);
}

function allowUnlessAnyBit(program: BpfAssembler, mask: number): void {
  program.loadWord(lowHalfOfArgument(0)).jumpIfAnyBit(mask, { ifTrue: 'deny' }).return(ALLOW);
}

function allowUnlessVsock(program: BpfAssembler): void {
  program.loadWord(lowHalfOfArgument(0)).jumpIfEqual(AF_VSOCK, { ifTrue: 'deny' }).return(ALLOW);
}

/**
 * AF_UNIX stream and seqpacket only. sendmsg(2) has to stay open, its address is in memory where a filter can't look,
 * and on a datagram socket that address may be any host socket (/dev/log, systemd's notify), whether the socket comes
 * from socket(2) or, already paired, from socketpair(2). The types are listed rather than SOCK_DGRAM refused because
 * unix(7) turns SOCK_RAW into a datagram socket as well. Family and type are ints: the high halves don't count.
 */
function allowConnectedUnixSockets(program: BpfAssembler): void {
  program
    .loadWord(lowHalfOfArgument(0))
    .jumpIfEqual(AF_UNIX, { ifFalse: 'deny' })
    .loadWord(lowHalfOfArgument(1))
    .and(SOCK_TYPE_MASK)
    .jumpIfEqual(SOCK_STREAM, { ifTrue: 'allow' })
    .jumpIfEqual(SOCK_SEQPACKET, { ifTrue: 'allow', ifFalse: 'deny' });
}
