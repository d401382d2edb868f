import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeHelperPlan } from '../src/helper-plan.js';
import type { LaunchFd } from '../src/index.js';
import { StatusStream } from '../src/status-stream.js';
import { has, helper, PATH } from './support/machine.js';
import { countProcesses, processesWith, start, uniqueSleep } from './support/processes.js';
import { workspace } from './support/workspace.js';

const READ = (1n << 0n) | (1n << 2n) | (1n << 3n); // execute, read_file, read_dir
const ALL_V1 = (1n << 13n) - 1n;
const SCOPES = 3n; // abstract sockets, signals

/** seccomp programs by hand: everything, or everything but mkdir and mkdirat. */
const instruction = (code: number, jt: number, jf: number, k: number): number[] => [
  code,
  0,
  jt,
  jf,
  k & 255,
  (k >> 8) & 255,
  (k >> 16) & 255,
  (k >>> 24) & 255,
];
const ALLOW = instruction(0x06, 0, 0, 0x7fff0000);
const allowAll = Uint8Array.from(ALLOW);
const MKDIRAT = process.arch === 'arm64' ? 34 : 258;
const MKDIR = process.arch === 'arm64' ? 34 : 83;
const withoutMkdir = Uint8Array.from([
  ...instruction(0x20, 0, 0, 0),
  ...instruction(0x15, 1, 0, MKDIRAT),
  ...instruction(0x15, 0, 1, MKDIR),
  ...instruction(0x06, 0, 0, 0x00050001),
  ...ALLOW,
]);

function planFor(options: {
  writable?: string;
  scoped?: bigint;
  seccomp?: Uint8Array;
  env?: [string, string][];
}): Uint8Array {
  return encodeHelperPlan(
    {
      handledAccessFs: ALL_V1,
      handledAccessNet: 0n,
      scoped: options.scoped ?? 0n,
      rules: [
        { path: '/', access: READ },
        { path: '/dev/null', access: (1n << 1n) | (1n << 2n) },
        ...(options.writable === undefined ? [] : [{ path: options.writable, access: ALL_V1 }]),
      ],
    },
    options.seccomp ?? allowAll,
    options.env ?? [],
  );
}

async function run(
  command: string[],
  options: Parameters<typeof planFor>[0] & { plan?: Uint8Array; input?: string; cwd?: string } = {},
) {
  const status = new StatusStream();
  const fds: LaunchFd[] = [
    { kind: 'input', data: options.plan ?? planFor(options) },
    { kind: 'output', onData: (chunk) => status.push(chunk) },
  ];
  const args = ['run', '--plan-fd', '3', '--status-fd', '4', '--', ...command];
  const finished = await start({ file: helper ?? '', args, cwd: options.cwd ?? '/', env: { PATH }, fds }, options.input)
    .finished;
  return { ...finished, status };
}

async function supervise(command: string[], input?: string, path = PATH) {
  const status = new StatusStream();
  const fds: LaunchFd[] = [{ kind: 'output', onData: (chunk) => status.push(chunk) }];
  const args = ['supervise', '--status-fd', '3', '--', ...command];
  return { ...(await start({ file: helper ?? '', args, cwd: '/', env: { PATH: path }, fds }, input).finished), status };
}

test.skipIf(!has.helper.ok).each([
  { script: 'exit 0', exitCode: 0, key: 'exit-code', value: 0 },
  { script: 'exit 7', exitCode: 7, key: 'exit-code', value: 7 },
  { script: 'kill -KILL $$', exitCode: 137, key: 'signal', value: 9 },
  { script: 'kill -TERM $$', exitCode: 143, key: 'signal', value: 15 },
  { script: 'kill -SYS $$', exitCode: 159, key: 'signal', value: 31 },
  { script: 'exit 159', exitCode: 159, key: 'exit-code', value: 159 },
])(
  `supervise: $script ends with $exitCode and says why${has.helper.skipped}`,
  async ({ script, exitCode, key, value }) => {
    const result = await supervise(['sh', '-c', script]);
    expect(result.exitCode).toBe(exitCode);
    expect(result.status.number(key)).toBe(value);
    expect(result.status.number('started')).toBeGreaterThan(0);
  },
);

test.skipIf(!has.helper.ok)(`supervise: standard input reaches the command${has.helper.skipped}`, async () => {
  expect((await supervise(['cat'], 'hello')).stdout).toBe('hello');
});

test.skipIf(!has.helper.ok).each([
  { command: 'no-such-command-anywhere', exitCode: 127, errno: 2 },
  { command: '/etc', exitCode: 126, errno: 13 },
])(`supervise: $command can't be executed: $exitCode${has.helper.skipped}`, async ({ command, exitCode, errno }) => {
  const result = await supervise([command], undefined, '/usr/bin:/bin'); // all of which any user may search
  expect(result.exitCode).toBe(exitCode);
  expect(result.status.number('exec-failed')).toBe(errno);
  expect(result.status.number('started')).toBeUndefined();
  expect(result.stderr).toMatch(/^sallyport-helper: exec /);
});

test.skipIf(!has.helper.ok)(
  `supervise: what a command leaves behind lives on at a normal exit${has.helper.skipped}`,
  async () => {
    const sleep = uniqueSleep();
    const result = await supervise(['sh', '-c', `setsid sleep ${sleep} >/dev/null 2>&1 & exit 3`]);
    expect(result.exitCode).toBe(3);
    await expect.poll(() => countProcesses(sleep)).toBe(1);
    for (const pid of processesWith(sleep)) process.kill(pid);
  },
);

test.skipIf(!has.helper.ok)(
  `supervise: SIGTERM reaches the command, and then ends what it left behind${has.helper.skipped}`,
  async () => {
    const sleep = uniqueSleep();
    const running = start({
      file: helper ?? '',
      args: [
        'supervise',
        '--',
        'sh',
        '-c',
        `trap 'echo told; exit 9' TERM; (setsid sleep ${sleep} &) ; echo ready; while :; do sleep 0.05; done`,
      ],
      cwd: '/',
      env: { PATH },
      fds: [],
    });
    await running.printed('ready');
    running.child.kill('SIGTERM');
    const result = await running.finished;
    expect(result).toMatchObject({ exitCode: 9, stdout: 'ready\ntold\n' });
    expect(countProcesses(sleep)).toBe(0);
  },
);

test.skipIf(!has.helper.ok).each(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const)(
  `supervise: %s is passed on, once${has.helper.skipped}`,
  async (signal) => {
    const name = signal.slice(3);
    const script = `n=0; trap 'n=$((n+1)); echo told' ${name}; echo ready; while [ $n = 0 ]; do sleep 0.02; done; sleep 0.1; exit $n`;
    const running = start({
      file: helper ?? '',
      args: ['supervise', '--', 'sh', '-c', script],
      cwd: '/',
      env: { PATH },
      fds: [],
    });
    await running.printed('ready');
    running.child.kill(signal);
    expect(await running.finished).toMatchObject({ exitCode: 1, stdout: 'ready\ntold\n' });
  },
);

test.skipIf(!has.landlock.ok)(`run: nothing outlives the command, however it hid${has.landlock.skipped}`, async () => {
  const sleep = uniqueSleep();
  const result = await run([
    'sh',
    '-c',
    `for i in 1 2 3; do (setsid sh -c 'sleep ${sleep} & sleep ${sleep}' &); done; exit 4`,
  ]);
  expect(result.exitCode).toBe(4);
  expect(countProcesses(sleep)).toBe(0);
});

test.skipIf(!has.landlock.ok)(
  `run: a fork chain that keeps moving to new processes ends too${has.landlock.skipped}`,
  async () => {
    using place = workspace();
    const script = join(place.ws, 'chain');
    writeFileSync(script, '#!/bin/sh\n"$0" "$1" &\n', { mode: 0o755 });
    const token = uniqueSleep();
    const result = await run(['sh', '-c', `"$1" "$2" & sleep 0.1; exit 5`, 'sh', script, token]);
    expect(result.exitCode).toBe(5);
    expect(countProcesses(token)).toBe(0);
  },
);

test.skipIf(!has.landlock.ok)(`run: the plan opens one folder and nothing else${has.landlock.skipped}`, async () => {
  using place = workspace();
  const attack =
    'echo in > ws/inside; echo out > outside; mkdir ws/folder; mkdir folder; cat /etc/passwd > /dev/null && echo read';
  const result = await run(['sh', '-c', attack], { writable: place.ws, cwd: place.root });
  expect(result.stdout).toBe('read\n');
  expect(result.stderr).toContain('Permission denied');
  expect(readdirSync(place.root)).toEqual(['ws']);
  expect(readdirSync(place.ws).sort()).toEqual(['folder', 'inside']);
});

test.skipIf(!has.landlock.ok)(
  `run: the seccomp program is in force, with no_new_privs and no capabilities${has.landlock.skipped}`,
  async () => {
    using place = workspace();
    const result = await run(['sh', '-c', 'mkdir ws/x; cat /proc/self/status'], {
      writable: place.ws,
      cwd: place.root,
      seccomp: withoutMkdir,
    });
    expect(result.stderr).toContain('Operation not permitted');
    expect(result.stdout).toMatch(/^Seccomp:\s*2$/m);
    expect(result.stdout).toMatch(/^NoNewPrivs:\s*1$/m);
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
      expect(result.stdout).toMatch(new RegExp(`^${set}:\\s*0+$`, 'm'));
  },
);

test.skipIf(!has.scopes.ok)(
  `run: processes and abstract sockets outside can't be reached${has.scopes.skipped}`,
  async () => {
    const name = `sallyport-${uniqueSleep()}`;
    const server = createServer().listen(`\0${name}`);
    try {
      const attack = `
      const net = require('node:net');
      try { process.kill(${process.pid}, 0); console.log('signalled'); } catch (error) { console.log(error.code); }
      const socket = net.connect('\\0${name}', () => { console.log('connected'); process.exit(); });
      socket.on('error', (error) => console.log(error.code));`;
      const result = await run([process.execPath, '-e', attack], { scoped: SCOPES });
      expect(result.stdout).toBe('EPERM\nEPERM\n');
    } finally {
      server.close();
    }
  },
);

test.skipIf(!has.landlock.ok)(
  `run: the command has no descriptor but the first three${has.landlock.skipped}`,
  async () => {
    const result = await run(['ls', '/proc/self/fd']);
    expect(result.stdout.trim().split('\n')).toEqual(['0', '1', '2', '3']); // 3: the directory that ls reads
  },
);

test.skipIf(!has.landlock.ok)(`run: the command can't write a status${has.landlock.skipped}`, async () => {
  const result = await run(['sh', '-c', '(echo \'{"exit-code":0,"forged":1}\' >&4) 2>/dev/null; exit 6']);
  expect(result.exitCode).toBe(6);
  expect(result.status.number('exit-code')).toBe(6);
  expect(result.status.number('forged')).toBeUndefined();
});

test.skipIf(!has.landlock.ok)(`run: variables of the plan reach the command only${has.landlock.skipped}`, async () => {
  const result = await run(['sh', '-c', 'echo "$LD_PRELOAD_TEST"'], { env: [['LD_PRELOAD_TEST', 'a=b c']] });
  expect(result.stdout).toBe('a=b c\n');
});

test.skipIf(!has.landlock.ok)(
  `run: a symbolic link in the path of a rule is refused${has.landlock.skipped}`,
  async () => {
    using place = workspace();
    const link = join(place.root, 'link');
    symlinkSync(place.ws, link);
    const result = await run(['true'], { writable: link });
    expect(result.exitCode).toBe(125);
    expect(result.status.text('setup-failed')).toBe('open the path of a rule');
    expect(result.status.number('errno')).toBe(40); // ELOOP
  },
);

const whole = Buffer.from(planFor({}));
test.skipIf(!has.landlock.ok).each([
  { plan: 'nothing', bytes: Buffer.alloc(0) },
  { plan: 'one cut off before its end', bytes: whole.subarray(0, -4) },
  { plan: 'one cut off in the middle', bytes: whole.subarray(0, 60) },
  { plan: 'one with something after its end', bytes: Buffer.concat([whole, Buffer.from('x')]) },
  {
    plan: 'one of another version',
    bytes: Buffer.from(whole.toString('latin1').replace('plan 1', 'plan 2'), 'latin1'),
  },
  {
    plan: 'one with a mask that is no number',
    bytes: Buffer.from(whole.toString('latin1').replace('net=0', 'net=z'), 'latin1'),
  },
  {
    plan: 'one with an unknown record',
    bytes: Buffer.from(whole.toString('latin1').replace('path=', 'pith='), 'latin1'),
  },
  {
    plan: 'one whose seccomp program is longer than it',
    bytes: Buffer.from(whole.toString('latin1').replace('seccomp=8', 'seccomp=800'), 'latin1'),
  },
  {
    plan: 'one that handles nothing',
    bytes: Buffer.from(
      encodeHelperPlan({ handledAccessFs: 0n, handledAccessNet: 0n, scoped: 0n, rules: [] }, allowAll, []),
    ),
  },
])(`run: given $plan, it runs nothing${has.landlock.skipped}`, async ({ bytes }) => {
  const result = await run(['sh', '-c', 'echo ran'], { plan: bytes });
  expect(result.exitCode).toBe(125);
  expect(result.stdout).toBe('');
  expect(result.status.text('setup-failed')).toBeDefined();
  expect(result.status.number('started')).toBeUndefined();
});

test
  .skipIf(!has.helper.ok)
  .each([
    [[]],
    [['run', '--', 'true']],
    [['supervise', 'true']],
    [['supervise', '--status-fd', '99', '--', 'true']],
    [['nonsense']],
  ])(`a wrong command line %j prints the usage and 125${has.helper.skipped}`, async (args) => {
  const result = await start({ file: helper ?? '', args, cwd: '/', env: { PATH }, fds: [] }).finished;
  expect(result.exitCode).toBe(125);
  expect(result.stderr).toMatch(/^usage: /);
});
