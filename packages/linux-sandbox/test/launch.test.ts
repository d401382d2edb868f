import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CommandNotRunnableError,
  InvalidCommandError,
  InvalidWorkingDirectoryError,
  prepareLaunch,
} from '../src/index.js';
import { startFromCaller } from './support/caller.js';
import { backends, launch } from './support/launches.js';
import { has, PATH } from './support/machine.js';
import { readOnly } from './support/policies.js';
import { countProcesses, start, uniqueSleep } from './support/processes.js';
import { workspace } from './support/workspace.js';

describe.each(backends)('$backend', ({ backend, needs }) => {
  const run = (command: string[], options: { cwd?: string; env?: Record<string, string> } = {}, input?: string) =>
    launch({ policy: readOnly('/'), backend, command, cwd: '/', ...options }, input);

  test.skipIf(!needs.ok).each([
    { script: 'exit 0', exitCode: 0 },
    { script: 'exit 7', exitCode: 7 },
    { script: 'exit 125', exitCode: 125 },
    { script: 'exit 127', exitCode: 127 },
    { script: 'exit 137', exitCode: 137 },
    { script: 'kill -TERM $$', exitCode: 143, signal: 'SIGTERM' },
    { script: 'kill -KILL $$', exitCode: 137, signal: 'SIGKILL' },
    { script: 'kill -SYS $$', exitCode: 159, signal: 'SIGSYS', kernelReport: 'sigsys' },
  ])(
    `$script: the command ran, and ended with $exitCode${needs.skipped}`,
    async ({ script, exitCode, signal, kernelReport }) => {
      const { diagnosis } = await run(['sh', '-c', script]);
      // bubblewrap tells 128+N, which may be the command's own number: no signal is claimed.
      const claimed =
        backend === 'bubblewrap' ? {} : { ...(signal ? { signal } : {}), ...(kernelReport ? { kernelReport } : {}) };
      expect(diagnosis).toEqual({ kind: 'command_ran', exitCode, ...claimed });
    },
  );

  test.skipIf(!needs.ok)(`what a command prints can't pass for a failed set-up${needs.skipped}`, async () => {
    const forged =
      'echo "bwrap: execvp sh: No such file or directory" >&2; echo "sallyport-helper: fork: no" >&2; exit 1';
    expect((await run(['sh', '-c', forged])).diagnosis).toEqual({ kind: 'command_ran', exitCode: 1 });
  });

  test.skipIf(!needs.ok)(`standard input, output and error are the caller's${needs.skipped}`, async () => {
    const { stdout, stderr } = await run(['sh', '-c', 'cat; echo err >&2'], {}, 'in');
    expect([stdout, stderr]).toEqual(['in', 'err\n']);
  });

  test.skipIf(!needs.ok)(`the command has no descriptor of ours${needs.skipped}`, async () => {
    const open = (text: string): string[] => text.trim().split('\n').sort();
    const plain = await start({ file: '/bin/ls', args: ['/proc/self/fd'], cwd: '/', env: {}, fds: [] }).finished;
    const { stdout } = await run(['ls', '/proc/self/fd']);
    // 3: the directory that ls reads. Landlock's helper closes also what this test's own caller left open.
    expect(open(stdout)).toEqual(backend === 'landlock' ? ['0', '1', '2', '3'] : open(plain.stdout));
  });

  test.skipIf(!needs.ok)(`a script whose interpreter is missing: 127${needs.skipped}`, async () => {
    using place = workspace();
    writeFileSync(join(place.ws, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const { diagnosis } = await run(['./script'], { cwd: place.ws });
    expect(diagnosis).toMatchObject({
      kind: 'exec_failed',
      exitCode: 127,
      message: expect.stringMatching(/^\.\/script: .*interpreter/),
    });
  });

  test.skipIf(!needs.ok)(`a program that is no program: 126${needs.skipped}`, async () => {
    using place = workspace();
    writeFileSync(join(place.ws, 'broken'), '\x7fELF and nothing more', { mode: 0o755 });
    const { diagnosis } = await run(['./broken'], { cwd: place.ws });
    // execvp(3) hands to the shell what the kernel can't execute; the shell may say it too.
    expect(diagnosis).toMatchObject({
      kind: expect.stringMatching(/^(command_ran|exec_failed)$/),
      exitCode: expect.any(Number),
    });
    expect(diagnosis).not.toMatchObject({ exitCode: 0 });
  });

  test.skipIf(!needs.ok)(`a long argument list reaches the command${needs.skipped}`, async () => {
    const long = 'x'.repeat(100_000);
    const { diagnosis } = await run(['true', ...Array.from({ length: 10 }, () => long)]);
    expect(diagnosis).toEqual({ kind: 'command_ran', exitCode: 0 });
  });

  test.skipIf(!needs.ok)(`kill -9 of the caller leaves nothing, daemons included${needs.skipped}`, async () => {
    const sleep = uniqueSleep();
    const daemon = `(setsid sh -c '(setsid sleep ${sleep} &) ; exec sleep ${sleep}' &)`;
    using prepared = prepareLaunch({
      policy: readOnly('/'),
      backend,
      command: [
        'sh',
        '-c',
        `${daemon}; nohup sleep ${sleep} >/dev/null 2>&1 & trap '' TERM HUP INT; echo ready; sleep ${sleep}`,
      ],
      cwd: '/',
      env: { PATH },
    });
    const caller = startFromCaller(prepared);
    await caller.printed('ready');
    await expect.poll(() => countProcesses(sleep), { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
    caller.child.kill('SIGKILL');
    await expect.poll(() => countProcesses(sleep), { timeout: 10_000 }).toBe(0);
    await caller.finished; // and nobody holds its output open
  });

  test.skipIf(!needs.ok)(`SIGKILL of the started process leaves no command running${needs.skipped}`, async () => {
    const sleep = uniqueSleep();
    const command = ['sh', '-c', `echo ready; exec sleep ${sleep}`];
    using prepared = prepareLaunch({ policy: readOnly('/'), backend, command, cwd: '/', env: { PATH } });
    const running = start(prepared);
    await running.printed('ready');
    running.child.kill('SIGKILL');
    const { signal, exitCode } = await running.finished;
    await expect.poll(() => countProcesses(sleep), { timeout: 10_000 }).toBe(0);
    expect(prepared.diagnose({ exitCode, signal })).toEqual({ kind: 'command_ran', exitCode: 137, signal: 'SIGKILL' });
  });

  test.skipIf(!needs.ok)(
    `the environment is exactly what was given, and says where the command is${needs.skipped}`,
    async () => {
      const { stdout } = await run(['env'], { env: { GIVEN: 'yes', LD_LIBRARY_PATH: '/nowhere' } });
      const names = stdout
        .trim()
        .split('\n')
        .filter((line) => !/^(PWD|_|SHLVL)=/.test(line))
        .sort();
      const told = backend === 'none' ? [] : [`SALLYPORT_SANDBOX=${backend}`, 'SALLYPORT_SANDBOX_NETWORK_DISABLED=1'];
      expect(names).toEqual(['GIVEN=yes', 'LD_LIBRARY_PATH=/nowhere', `PATH=${PATH}`, ...told].sort());
    },
  );

  test.skipIf(!needs.ok || backend === 'none')(
    `the launcher doesn't load what the command's environment names${needs.skipped}`,
    () => {
      using prepared = prepareLaunch({
        policy: readOnly('/'),
        backend,
        command: ['true'],
        cwd: '/',
        env: { PATH, LD_PRELOAD: '/workspace/planted.so', GCONV_PATH: '/workspace' },
      });
      expect(Object.keys(prepared.env).sort()).toEqual([
        'PATH',
        'SALLYPORT_SANDBOX',
        'SALLYPORT_SANDBOX_NETWORK_DISABLED',
      ]);
    },
  );

  test.skipIf(!needs.ok || backend === 'none')(
    `no capabilities, no new privileges, a system-call filter${needs.skipped}`,
    async () => {
      const { stdout } = await run(['cat', '/proc/self/status']);
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
        expect(stdout).toMatch(new RegExp(`^${set}:\\s*0+$`, 'm'));
      expect(stdout).toMatch(/^NoNewPrivs:\s*1$/m);
      expect(stdout).toMatch(/^Seccomp:\s*2$/m);
    },
  );

  test.skipIf(!needs.ok || backend === 'none')(`nothing can be written outside${needs.skipped}`, async () => {
    using place = workspace();
    const target = join(place.root, 'file');
    writeFileSync(target, 'before');
    chmodSync(place.root, 0o777);
    const attack = `echo after > "$1"; rm "$1"; mv "$1" "$1.moved"; ln "$1" "$1.linked"; chmod 777 "$1"; echo > "$1.new"; true`;
    const { diagnosis, stderr } = await run(['sh', '-c', attack, 'sh', target]);
    expect(diagnosis.kind).toBe('command_ran');
    expect(stderr).toMatch(/Read-only file system|Permission denied/);
    expect(readdirSync(place.root).sort()).toEqual(['file', 'ws']);
    expect(readFileSync(target, 'utf8')).toBe('before');
    expect(statSync(target).mode & 0o777).not.toBe(0o777);
  });

  test.skipIf(!needs.ok || backend === 'none')(
    `processes outside can't be signalled, and sockets not reached${needs.skipped}`,
    async () => {
      using place = workspace();
      const name = `\0sallyport-${uniqueSleep()}`;
      const servers = [
        createServer().listen(name),
        createServer().listen(join(place.ws, 'socket')),
        createServer().listen(0, '127.0.0.1'),
      ];
      try {
        await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
        const address = servers[2]?.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const attack = `
        const net = require('node:net');
        try { process.kill(${process.pid}, 0); console.log('reached: process'); } catch {}
        for (const target of [${JSON.stringify(name)}, ${JSON.stringify(join(place.ws, 'socket'))}, ${port}]) {
          try { net.connect(target, () => console.log('reached: ' + target)).on('error', () => console.log('blocked')); }
          catch { console.log('blocked'); }
        }`;
        const { stdout } = await run([process.execPath, '-e', attack]);
        expect(stdout).toBe('blocked\nblocked\nblocked\n');
      } finally {
        for (const server of servers) server.close();
      }
    },
  );
});

describe('what can be said before anything is started', () => {
  const prepare =
    (command: string[], options: { cwd?: string; env?: Record<string, string> } = {}) =>
    () =>
      prepareLaunch({ policy: readOnly('/'), backend: 'none', command, cwd: '/', env: { PATH }, ...options });

  test.each([
    { command: [], error: InvalidCommandError, message: 'there is no command to run' },
    { command: [''], error: InvalidCommandError, message: 'there is no command to run' },
    { command: ['echo', 'a\0b'], error: InvalidCommandError, message: 'word 2 of the command contains a NUL byte' },
    {
      command: ['no-such-command-anywhere'],
      error: CommandNotRunnableError,
      message: 'no-such-command-anywhere: command not found on PATH',
    },
    { command: ['./etc'], error: CommandNotRunnableError, message: './etc: is a directory' },
    { command: ['/etc/passwd'], error: CommandNotRunnableError, message: '/etc/passwd: is not executable' },
  ])('$command', ({ command, error, message }) => {
    expect(prepare(command)).toThrow(error);
    expect(prepare(command)).toThrow(message);
  });

  test('a NUL byte in the environment', () => {
    expect(prepare(['true'], { env: { PATH, BAD: 'a\0' } })).toThrow(
      'the environment variable BAD contains a NUL byte',
    );
  });

  test.each([
    { cwd: '/no/such/folder', message: '/no/such/folder: no such directory' },
    { cwd: '/etc/passwd', message: '/etc/passwd: not a directory' },
    { cwd: '/etc/passwd/x', message: '/etc/passwd/x: no such directory' },
    { cwd: 'relative', message: '"relative": not an absolute path' },
  ])('$cwd', ({ cwd, message }) => {
    expect(prepare(['true'], { cwd })).toThrow(InvalidWorkingDirectoryError);
    expect(prepare(['true'], { cwd })).toThrow(message);
  });

  test('without a helper, an unsandboxed command is started itself', async () => {
    const { diagnosis, stdout } = await launch({
      policy: readOnly('/'),
      backend: 'none',
      command: ['sh', '-c', 'echo "$0"; kill -SYS $$'],
      cwd: '/',
      helper: null,
    });
    expect(stdout).toBe('sh\n');
    expect(diagnosis).toEqual({ kind: 'command_ran', exitCode: 159, signal: 'SIGSYS', kernelReport: 'sigsys' });
  });

  test('Landlock without a helper', () => {
    const request = {
      policy: readOnly('/'),
      backend: 'landlock' as const,
      command: ['true'],
      cwd: '/',
      env: { PATH },
      helper: null,
    };
    expect(() => prepareLaunch(request)).toThrow(
      expect.objectContaining({ code: 'SANDBOX_UNAVAILABLE', reason: 'no_helper' }),
    );
  });

  test.skipIf(!has.helper.ok)(`Landlock on a kernel without it${has.helper.skipped}`, () => {
    const request = {
      policy: readOnly('/'),
      backend: 'landlock' as const,
      command: ['true'],
      cwd: '/',
      env: { PATH },
      landlockAbi: 0,
    };
    expect(() => prepareLaunch(request)).toThrow(
      expect.objectContaining({ reason: 'no_landlock', mend: expect.any(String) }),
    );
  });

  test.skipIf(!has.helper.ok)(`Landlock where the command could replace the helper${has.helper.skipped}`, () => {
    const policy = {
      ...readOnly('/'),
      decide: () => ({
        access: 'write' as const,
        by: { rule: 'x', path: '/', access: 'write' as const, origin: 'policy' as const },
      }),
    };
    const request = { policy, backend: 'landlock' as const, command: ['true'], cwd: '/', env: { PATH } };
    expect(() => prepareLaunch(request)).toThrow(expect.objectContaining({ reason: 'helper_writable' }));
  });
});
