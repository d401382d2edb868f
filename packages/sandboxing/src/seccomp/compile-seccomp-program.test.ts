import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALWAYS_CLOSED, CLOSED_FOR_LANDLOCK, CLOSED_WITHOUT_NETWORK } from './closed-system-calls.js';
import { compileSeccompProgram, type SeccompArch, type SeccompMode } from './compile-seccomp-program.js';
import { type SystemCallName, systemCallNumber } from './system-calls.js';
import { runBpf } from './testing/run-bpf.js';

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const KILL = 0x80000000;
const AUDIT_ARCH: Record<SeccompArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const HIGH = 1n << 32n;

const ARCHES: readonly SeccompArch[] = ['x64', 'arm64'];
const MODES: readonly SeccompMode[] = ['restricted', 'network-enabled'];
const VARIANTS = ARCHES.flatMap((arch) =>
  MODES.flatMap((mode) => [false, true].map((forLandlock) => ({ arch, mode, forLandlock }))),
);
type Variant = (typeof VARIANTS)[number];

/** Decided by arguments, not by number alone. */
const CONDITIONAL: readonly SystemCallName[] = [
  'clone',
  'clone3',
  'unshare',
  'ioctl',
  'socket',
  'socketpair',
  'sendto',
];

function closedNumbers({ arch, mode, forLandlock }: Variant): ReadonlySet<number> {
  const names = [
    ...ALWAYS_CLOSED,
    ...(mode === 'restricted' ? CLOSED_WITHOUT_NETWORK : []),
    ...(forLandlock ? CLOSED_FOR_LANDLOCK : []),
  ];
  return new Set(names.map((name) => systemCallNumber(name, arch)).filter((number) => number !== null));
}

const conditionalNumbers = (arch: SeccompArch): ReadonlySet<number | null> =>
  new Set(CONDITIONAL.map((name) => systemCallNumber(name, arch)));

const decide = (variant: Variant, nr: number, args: readonly bigint[] = []): number =>
  runBpf(compileSeccompProgram(variant), { arch: AUDIT_ARCH[variant.arch], nr, args });

describe.each(VARIANTS)('$arch $mode forLandlock=$forLandlock', (variant) => {
  const { arch, mode, forLandlock } = variant;
  const program = compileSeccompProgram(variant);
  const closed = closedNumbers(variant);
  const conditional = conditionalNumbers(arch);
  const run = (nr: number, args: readonly bigint[] = []): number =>
    runBpf(program, { arch: AUDIT_ARCH[arch], nr, args });

  test('is a whole number of instructions and within the kernel limit of 4096', () => {
    expect(program.byteLength % 8).toBe(0);
    expect(program.byteLength / 8).toBeLessThan(4096);
    expect(compileSeccompProgram(variant)).toEqual(program);
  });

  test('fails every closed call with EPERM, whatever its arguments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...closed),
        fc.array(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), { maxLength: 6 }),
        (nr, args) => run(nr, args) === EPERM,
      ),
    );
    for (const nr of closed) expect(run(nr)).toBe(EPERM);
  });

  const unlisted = (nr: number): boolean =>
    !closed.has(nr) && !conditional.has(nr) && !(arch === 'x64' && nr >= 512 && nr <= 547);

  test('allows every unlisted call, whatever its arguments', () => {
    for (let nr = 0; nr < 1024; nr += 1) {
      if (unlisted(nr)) expect(run(nr), `call ${nr}`).toBe(ALLOW);
    }
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(0x3fffffff), fc.nat(1023)).filter(unlisted),
        fc.array(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), { maxLength: 6 }),
        (nr, args) => run(nr, args) === ALLOW,
      ),
    );
  });

  test('kills calls of any other architecture', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff).filter((other) => other !== AUDIT_ARCH[arch]),
        fc.nat(0xffffffff),
        (other, nr) => runBpf(program, { arch: other, nr }) === KILL,
      ),
    );
    // i386, 32-bit arm, and the other one of our two.
    for (const other of [0x40000003, 0x40000028, AUDIT_ARCH[arch === 'x64' ? 'arm64' : 'x64']]) {
      expect(runBpf(program, { arch: other, nr: 0 })).toBe(KILL);
    }
  });

  test(`${mode === 'restricted' ? 'closes' : 'leaves'} what connects sockets`, () => {
    for (const name of CLOSED_WITHOUT_NETWORK) {
      expect(run(systemCallNumber(name, arch) ?? -1), name).toBe(mode === 'restricted' ? EPERM : ALLOW);
    }
  });

  test(`${forLandlock ? 'closes' : 'leaves'} what Landlock can't see`, () => {
    for (const name of CLOSED_FOR_LANDLOCK) {
      const nr = systemCallNumber(name, arch);
      if (nr !== null) expect(run(nr), name).toBe(forLandlock ? EPERM : ALLOW);
    }
    const ioctl = systemCallNumber('ioctl', arch) ?? -1;
    for (const request of [0x40086602n, 0x401c5820n, 0x40806685n, 0x5000940en, HIGH | 0x40086602n]) {
      expect(run(ioctl, [3n, request]), `ioctl ${request}`).toBe(forLandlock ? EPERM : ALLOW);
    }
  });
});

// Numbers are spelled out here a second time, so that a slip in the source's table can't hide itself.
const BOTH_MODES: readonly [name: string, x64: number, arm64: number, args: readonly bigint[], action: number][] = [
  ['ptrace', 101, 117, [], EPERM],
  ['io_uring_setup', 425, 425, [], EPERM],
  ['mount', 165, 40, [], EPERM],
  ['umount2', 166, 39, [], EPERM],
  ['keyctl', 250, 219, [], EPERM],
  ['setns', 308, 268, [], EPERM],
  ['open_tree_attr', 467, 467, [], EPERM],
  ['clone3', 435, 435, [], ENOSYS],
  ['clone as fork: SIGCHLD', 56, 220, [0x11n], ALLOW],
  ['clone of a thread', 56, 220, [0x3d0f00n], ALLOW],
  ['clone with exit signal bit 0x80', 56, 220, [0x80n], ALLOW],
  ['clone NEWUSER', 56, 220, [0x10000011n], EPERM],
  ['clone NEWNS', 56, 220, [0x20011n], EPERM],
  ['clone NEWCGROUP', 56, 220, [0x2000011n], EPERM],
  ['clone NEWUTS', 56, 220, [0x4000011n], EPERM],
  ['clone NEWIPC', 56, 220, [0x8000011n], EPERM],
  ['clone NEWPID', 56, 220, [0x20000011n], EPERM],
  ['clone NEWNET', 56, 220, [0x40000011n], EPERM],
  ['clone NEWUSER under a high half', 56, 220, [HIGH | 0x10000011n], EPERM],
  ['clone with a high half only', 56, 220, [HIGH << 28n], ALLOW],
  ['clone CLONE_IO (bit 31)', 56, 220, [0x80000011n], ALLOW],
  ['unshare FS|FILES', 272, 97, [0x600n], ALLOW],
  ['unshare NEWTIME', 272, 97, [0x80n], EPERM],
  ['unshare NEWUSER|NEWNS', 272, 97, [0x10020000n], EPERM],
  ['unshare NEWNET', 272, 97, [0x40000000n], EPERM],
  ['ioctl TCGETS', 16, 29, [0n, 0x5401n], ALLOW],
  ['ioctl TIOCGWINSZ', 16, 29, [0n, 0x5413n], ALLOW],
  ['ioctl TIOCSTI', 16, 29, [0n, 0x5412n], EPERM],
  ['ioctl TIOCSTI under a high half', 16, 29, [0n, HIGH | 0x5412n], EPERM],
  ['ioctl TIOCLINUX', 16, 29, [0n, 0x541cn], EPERM],
  ['ioctl on descriptor 0x5412', 16, 29, [0x5412n, 0x5401n], ALLOW],
  ['sendmsg', 46, 211, [], ALLOW],
  ['recvfrom', 45, 207, [], ALLOW],
  ['shutdown', 48, 210, [], ALLOW],
  ['getsockopt', 55, 209, [], ALLOW],
  ['setsockopt', 54, 208, [], ALLOW],
  ['getsockname', 51, 204, [], ALLOW],
  ['getpeername', 52, 205, [], ALLOW],
  ['socketpair UNIX STREAM', 53, 199, [1n, 1n], ALLOW],
  ['socket VSOCK', 41, 198, [40n, 1n], EPERM],
  ['socket VSOCK under a high half', 41, 198, [HIGH | 40n, 1n], EPERM],
  ['socketpair VSOCK', 53, 199, [40n, 1n], EPERM],
];

const BY_MODE: readonly [
  name: string,
  x64: number,
  arm64: number,
  args: readonly bigint[],
  restricted: number,
  enabled: number,
][] = [
  ['socket UNIX STREAM', 41, 198, [1n, 1n], ALLOW, ALLOW],
  ['socket UNIX STREAM|CLOEXEC|NONBLOCK', 41, 198, [1n, 0x80801n], ALLOW, ALLOW],
  ['socket UNIX SEQPACKET', 41, 198, [1n, 5n], ALLOW, ALLOW],
  ['socket UNIX STREAM, high halves ignored as the kernel does', 41, 198, [HIGH | 1n, HIGH | 1n], ALLOW, ALLOW],
  ['socket UNIX DGRAM', 41, 198, [1n, 2n], EPERM, ALLOW],
  ['socket UNIX DGRAM|CLOEXEC', 41, 198, [1n, 0x80002n], EPERM, ALLOW],
  ['socket UNIX RAW, a datagram socket too', 41, 198, [1n, 3n], EPERM, ALLOW],
  ['socketpair UNIX DGRAM', 53, 199, [1n, 2n], EPERM, ALLOW],
  ['socket INET', 41, 198, [2n, 1n], EPERM, ALLOW],
  ['socket INET under a high half', 41, 198, [HIGH | 2n, 1n], EPERM, ALLOW],
  ['socket INET6', 41, 198, [10n, 2n], EPERM, ALLOW],
  ['socket NETLINK', 41, 198, [16n, 3n], EPERM, ALLOW],
  ['socket PACKET', 41, 198, [17n, 3n], EPERM, ALLOW],
  ['socketpair INET', 53, 199, [2n, 1n], EPERM, ALLOW],
  ['sendto without an address', 44, 206, [3n, 0x1000n, 1n, 0n, 0n, 0n], ALLOW, ALLOW],
  ['sendto with an address', 44, 206, [3n, 0x1000n, 1n, 0n, 0x7ffd1000n, 16n], EPERM, ALLOW],
  ['sendto with an address in the high half only', 44, 206, [3n, 0x1000n, 1n, 0n, 0x7ffdn << 32n, 16n], EPERM, ALLOW],
  ['connect', 42, 203, [], EPERM, ALLOW],
  ['bind', 49, 200, [], EPERM, ALLOW],
  ['listen', 50, 201, [], EPERM, ALLOW],
  ['accept4', 288, 242, [], EPERM, ALLOW],
  ['sendmmsg', 307, 269, [], EPERM, ALLOW],
  ['recvmmsg', 299, 243, [], EPERM, ALLOW],
];

describe.each([
  ...BOTH_MODES.map(([name, x64, arm64, args, action]) => [name, x64, arm64, args, action, action] as const),
  ...BY_MODE,
])('%s', (_name, x64, arm64, args, restricted, enabled) => {
  test.each(ARCHES)('%s', (arch) => {
    const nr = arch === 'x64' ? x64 : arm64;
    for (const forLandlock of [false, true]) {
      expect(decide({ arch, mode: 'restricted', forLandlock }, nr, args)).toBe(restricted);
      expect(decide({ arch, mode: 'network-enabled', forLandlock }, nr, args)).toBe(enabled);
    }
  });
});

describe('x32 calls', () => {
  test.each([
    ['x32 read', 0x40000000, EPERM],
    ['x32 ptrace', 0x40000000 + 521, EPERM],
    ['the highest number', 0xffffffff, EPERM],
    ['the last number below', 0x3fffffff, ALLOW],
    ['511', 511, ALLOW],
    ['512, the first x32 variant', 512, EPERM],
    ['521, ptrace of x32 without its bit', 521, EPERM],
    ['547, the last x32 variant', 547, EPERM],
    ['548', 548, ALLOW],
  ])('%s', (_name, nr, action) => {
    expect(decide({ arch: 'x64', mode: 'network-enabled', forLandlock: false }, nr)).toBe(action);
  });

  test('mean nothing on arm64', () => {
    expect(decide({ arch: 'arm64', mode: 'restricted', forLandlock: false }, 521)).toBe(ALLOW);
  });
});
