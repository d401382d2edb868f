import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALWAYS_CLOSED, CLOSED_FOR_LANDLOCK, CLOSED_WITHOUT_NETWORK } from '../src/seccomp/closed-system-calls.js';
import { compileSeccompProgram, type SeccompArch } from '../src/seccomp/compile-seccomp-program.js';
import { type SystemCallName, systemCallNumber } from '../src/seccomp/system-calls.js';

const { EPERM, ENOSYS } = constants.errno;

const BUBBLEWRAP_ARGS = [
  '--ro-bind',
  '/',
  '/',
  '--unshare-user',
  '--unshare-net',
  '--unshare-pid',
  '--die-with-parent',
];
const arch: SeccompArch = process.arch === 'arm64' ? 'arm64' : 'x64';

function whySkipped(): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.arch !== 'x64' && process.arch !== 'arm64') return `no filter for ${process.arch}`;
  if (spawnSync('cc', ['--version']).status !== 0) return 'no cc';
  const bubblewrap = spawnSync('bwrap', [...BUBBLEWRAP_ARGS, '--', 'true'], { encoding: 'utf8' });
  if (bubblewrap.error !== undefined) return 'no bwrap';
  if (bubblewrap.status !== 0) return `bwrap cannot sandbox here: ${bubblewrap.stderr.trim()}`;
  return undefined;
}

const skipped = whySkipped();

describe.skipIf(skipped !== undefined)(`the filter in the kernel${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let folder = '';
  let probe = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sallyport-seccomp-'));
    probe = join(folder, 'probe');
    const source = fileURLToPath(new URL('../src/seccomp/testing/probe.c', import.meta.url));
    const compiled = spawnSync('cc', ['-O1', '-pthread', '-o', probe, source], { encoding: 'utf8' });
    expect(compiled.stderr).toBe('');
    expect(compiled.status).toBe(0);
  }, 60_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command in bwrap, under `filter` if given. */
  async function run(filter: Uint8Array | undefined, command: readonly string[]) {
    const child = spawn('bwrap', [...BUBBLEWRAP_ARGS, ...(filter ? ['--seccomp', '3'] : []), '--', ...command], {
      stdio: ['ignore', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'],
    });
    const pipe = child.stdio[3];
    if (filter && pipe && 'end' in pipe) pipe.end(filter);
    const closed = once(child, 'close');
    const read = async (stream: Readable | null): Promise<string> => (stream === null ? '' : text(stream));
    const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
    await closed;
    return { stdout, stderr, exitCode: child.exitCode };
  }

  async function errnos(filter: Uint8Array | undefined, args: readonly string[]): Promise<Map<string, number>> {
    const { stdout, stderr, exitCode } = await run(filter, [probe, ...args]);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    return new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => {
          const [name = '', errno] = line.split('=');
          return [name, Number(errno)] as const;
        }),
    );
  }

  const callArguments = (names: readonly SystemCallName[]): string[] =>
    names.flatMap((name) => {
      const number = systemCallNumber(name, arch);
      return number === null ? [] : [`${name}=${number}`];
    });

  const restricted = compileSeccompProgram({ arch, mode: 'restricted' });
  const networkEnabled = compileSeccompProgram({ arch, mode: 'network-enabled' });
  const everything = [...ALWAYS_CLOSED, ...CLOSED_WITHOUT_NETWORK, ...CLOSED_FOR_LANDLOCK];

  test('without a filter the probe sees other errors, so EPERM below is the filter speaking', async () => {
    const seen = await errnos(undefined, callArguments(everything));
    for (const name of [
      'process_vm_readv',
      'process_vm_writev',
      'kcmp',
      'connect',
      'bind',
      'sendmmsg',
      'fchmod',
      'fchown',
    ]) {
      expect([0, EPERM], name).not.toContain(seen.get(name));
    }
    const details = await errnos(undefined, ['arguments']);
    for (const name of ['socket_inet_stream', 'socket_unix_dgram', 'socket_unix_raw', 'socketpair_dgram']) {
      expect(details.get(name), name).toBe(0);
    }
    expect(details.get('ioctl_tiocsti')).not.toBe(EPERM);
  });

  test.each([
    ['restricted', { mode: 'restricted' }, [...ALWAYS_CLOSED, ...CLOSED_WITHOUT_NETWORK]],
    ['network-enabled', { mode: 'network-enabled' }, ALWAYS_CLOSED],
    ['restricted for Landlock', { mode: 'restricted', forLandlock: true }, everything],
    [
      'network-enabled for Landlock',
      { mode: 'network-enabled', forLandlock: true },
      [...ALWAYS_CLOSED, ...CLOSED_FOR_LANDLOCK],
    ],
  ] as const)('%s: every closed call fails with EPERM', async (_name, options, names) => {
    const args = callArguments(names);
    const seen = await errnos(compileSeccompProgram({ arch, ...options }), args);
    expect(seen.size).toBe(args.length);
    expect([...seen].filter(([, errno]) => errno !== EPERM)).toEqual([]);
  });

  const CLOSED_IN_BOTH = [
    'socket_vsock',
    'ioctl_tiocsti',
    'ioctl_tiocsti_high_half',
    'ioctl_tioclinux',
    'clone_newuser',
    'clone_newuser_high_half',
    'unshare_newuser',
    'unshare_newns',
    'unshare_newnet',
    'unshare_newtime',
  ];
  const WORKS_IN_BOTH = [
    'socket_unix_stream',
    'socketpair_stream',
    'clone_plain',
    'unshare_fs_files',
    'fork',
    'thread',
    'conversation_stream',
    'conversation_seqpacket',
  ];
  const NEEDS_NETWORK = [
    'socket_inet_stream',
    'socket_inet_dgram',
    'socket_netlink',
    'socket_unix_dgram',
    'socketpair_dgram',
  ];

  test('restricted: sockets reach nobody, processes, threads and socketpairs work', async () => {
    const seen = await errnos(restricted, ['arguments']);
    const closed = [
      ...CLOSED_IN_BOTH,
      ...NEEDS_NETWORK,
      'socket_inet6_stream',
      'socket_unix_raw',
      'connect_unix',
      'sendto_address',
    ];
    expect(closed.filter((name) => seen.get(name) !== EPERM)).toEqual([]);
    expect(WORKS_IN_BOTH.filter((name) => seen.get(name) !== 0)).toEqual([]);
    expect(seen.get('clone3')).toBe(ENOSYS);
    expect(seen.get('ioctl_fionread')).toBe(constants.errno.EBADF);
  });

  test('network-enabled: sockets work, namespaces and the terminal stay closed', async () => {
    const seen = await errnos(networkEnabled, ['arguments']);
    expect(CLOSED_IN_BOTH.filter((name) => seen.get(name) !== EPERM)).toEqual([]);
    expect([...WORKS_IN_BOTH, ...NEEDS_NETWORK].filter((name) => seen.get(name) !== 0)).toEqual([]);
    expect(seen.get('connect_unix')).toBe(constants.errno.EBADF);
    expect(seen.get('sendto_address')).toBe(constants.errno.EBADF);
    expect(seen.get('clone3')).toBe(ENOSYS);
  });

  test.skipIf(arch !== 'x64')('int 0x80 kills with SIGSYS (x64 only)', async ({ skip }) => {
    const unfiltered = await run(undefined, [probe, 'int80']);
    skip(unfiltered.stdout !== 'alive\n', 'this kernel has no i386 calls: int 0x80 is a segmentation fault anyway');
    for (const filter of [restricted, networkEnabled]) {
      const { stdout, exitCode } = await run(filter, [probe, 'int80']);
      // As bwrap reports its child's death by a signal.
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 128 + constants.signals.SIGSYS });
    }
  });

  test('calls of another architecture kill with SIGSYS: under the filter of the other machine all are', async () => {
    const foreign = compileSeccompProgram({ arch: arch === 'x64' ? 'arm64' : 'x64', mode: 'network-enabled' });
    const { stdout, exitCode } = await run(foreign, [probe, 'arguments']);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 128 + constants.signals.SIGSYS });
  });

  test.skipIf(arch !== 'x64')(
    'an x32 call fails with EPERM, whether the kernel has that ABI or not (x64 only)',
    async () => {
      expect(await errnos(restricted, ['x32'])).toEqual(new Map([['x32_getpid', EPERM]]));
    },
  );

  test('a Node process can give a child its input synchronously', async () => {
    const script = "process.stdout.write(require('node:child_process').execSync('cat', { input: 'hi' }))";
    expect(await run(restricted, [process.execPath, '-e', script])).toEqual({ stdout: 'hi', stderr: '', exitCode: 0 });
  });
});
