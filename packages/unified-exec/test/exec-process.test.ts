import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { execProcess, SpawnError } from '../src/index.js';
import { highFds, spec } from './support/processes.js';

describe('a process that ends by itself', () => {
  test.each([
    { script: 'exit 0', exitCode: 0, signal: undefined },
    { script: 'exit 7', exitCode: 7, signal: undefined },
    { script: 'kill -TERM $$', exitCode: undefined, signal: 'SIGTERM' },
    { script: 'kill -KILL $$', exitCode: undefined, signal: 'SIGKILL' },
  ])('$script', async ({ script, exitCode, signal }) => {
    expect(await execProcess(spec(script))).toMatchObject({ reason: 'exited', exitCode, signal });
  });

  test('its streams apart, and together in order of arrival', async () => {
    const { output } = await execProcess(spec('echo out; sleep 0.1; echo err >&2; sleep 0.1; echo out'));
    expect(output.stdout.text).toBe('out\nout\n');
    expect(output.stderr.text).toBe('err\n');
    expect(output.aggregated.text).toBe('out\nerr\nout\n');
  });

  test('nothing is inherited but what is said', async () => {
    const { output } = await execProcess(spec('env', { env: { A: '1' } }));
    expect(output.stdout.text.split('\n').filter((line) => !/^(PWD|_|SHLVL|OLDPWD)=|^$/.test(line))).toEqual(['A=1']);
  });

  test('without standard input it is at its end at once (openai/codex#9369)', async () => {
    expect(await execProcess(spec('cat; echo done'), { timeoutMs: 10_000 })).toMatchObject({
      reason: 'exited',
      output: { stdout: { text: 'done\n' } },
    });
  });

  test('its name to itself is argv0', async () => {
    const { output } = await execProcess(
      spec('echo "$0"', { argv0: 'other', args: ['-c', 'tr "\\0" "\\n" < /proc/$$/cmdline | head -1'] }),
    );
    expect(output.stdout.text).toBe('other\n');
  });

  test('descriptors: what it reads, and what it writes', async () => {
    const received: Buffer[] = [];
    const data = Buffer.alloc(300_000, 'x');
    const { exitCode, output } = await execProcess(
      spec('wc -c <&3; echo reported >&4', {
        fds: [
          { kind: 'input', data },
          { kind: 'output', onData: (chunk) => received.push(chunk) },
        ],
      }),
    );
    expect([exitCode, output.stdout.text.trim(), Buffer.concat(received).toString()]).toEqual([
      0,
      '300000',
      'reported\n',
    ]);
  });

  test('one that never reads its descriptor is no error', async () => {
    const data = Buffer.alloc(1_000_000);
    expect(await execProcess(spec('exit 3', { fds: [{ kind: 'input', data }] }))).toMatchObject({ exitCode: 3 });
  });

  test('50,000 characters of three bytes stay whole (elizaOS/eliza#22493)', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sallyport-exec-')), 'text');
    writeFileSync(file, '€'.repeat(50_000));
    const { output } = await execProcess(spec(`cat ${file}`));
    rmSync(join(file, '..'), { recursive: true });
    expect(output.stdout).toEqual({ text: '€'.repeat(50_000), lossy: false, totalBytes: 150_000, omittedBytes: 0 });
  });

  test('what stands at the end of long output isn’t lost (openai/codex#6415)', async () => {
    const { output } = await execProcess(
      spec("for i in 1 2 3 4 5 6 7 8 9 10; do head -c 4096 /dev/zero | tr '\\0' x; echo; done; echo ERROR last"),
      {
        maxOutputBytes: 4096,
      },
    );
    expect(output.stdout.text.startsWith('xxx')).toBe(true);
    expect(output.stdout.text.endsWith('ERROR last\n')).toBe(true);
    expect(output.stdout.text).toContain(`[… ${output.stdout.omittedBytes} bytes omitted …]`);
    expect(output.stdout.totalBytes).toBe(10 * 4097 + 11);
  });

  test('one that it left behind holds the pipes for half a second and no longer', async () => {
    const process = spec('sleep 1000 & echo $!; echo done');
    const { output, durationMs, reason } = await execProcess(process);
    const [pid] = output.stdout.text.split('\n');
    globalThis.process.kill(Number(pid), 'SIGKILL');
    expect(output.stdout.text).toMatch(/^\d+\ndone\n$/);
    expect(reason).toBe('exited');
    expect(durationMs).toBeLessThan(10_000);
  });
});

describe('a process that can’t be started', () => {
  test.each([
    ['a missing program', { file: '/no/such/program' }, /missing/],
    ['a missing folder', { cwd: '/no/such/folder' }, /missing/],
    ['a program that isn’t one', { file: '/etc/passwd' }, /EACCES/],
    ['a NUL byte', { args: ['a\0b'] }, /null bytes|NUL/i],
    ['too long arguments', { args: ['x'.repeat(4_000_000)] }, /E2BIG/],
  ])('%s', async (_what, over, message) => {
    const started = execProcess(spec('', over));
    await expect(started).rejects.toThrow(SpawnError);
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toMatchObject({ code: 'SPAWN_FAILED' });
  });
});

describe('output as it comes', () => {
  test('every byte, in order', async () => {
    const chunks: [string, string][] = [];
    await execProcess(spec('echo a; sleep 0.1; echo b >&2; sleep 0.1; echo c'), {
      onOutput: (stream, chunk) => void chunks.push([stream, String(chunk)]),
    });
    expect(chunks).toEqual([
      ['stdout', 'a\n'],
      ['stderr', 'b\n'],
      ['stdout', 'c\n'],
    ]);
  });

  test('a busy receiver makes the process wait, and gets everything all the same', async () => {
    let bytes = 0;
    let most = 0;
    const { output } = await execProcess(spec('head -c 4000000 /dev/zero'), {
      onOutput: async (_stream, chunk) => {
        bytes += chunk.byteLength;
        most = Math.max(most, chunk.byteLength);
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    expect(bytes).toBe(4_000_000);
    expect(output.stdout.totalBytes).toBe(4_000_000);
  });

  test('a receiver that is still busy when the process has ended is waited for', async () => {
    let taken = '';
    await execProcess(spec('echo last'), {
      onOutput: async (_stream, chunk) => {
        await new Promise((resolve) => setTimeout(resolve, 800));
        taken += String(chunk);
      },
    });
    expect(taken).toBe('last\n');
  });

  test('a receiver that fails ends the process, and the error is the caller’s', async () => {
    const process = spec('while :; do echo more; done');
    await expect(
      execProcess(process, {
        graceMs: 0,
        onOutput: () => {
          throw new Error('disk full');
        },
      }),
    ).rejects.toThrow('disk full');
  });

  test('a launcher’s own message isn’t output', async () => {
    const launcher = { stderrPrefix: 'launcher: ', depth: 1, failed: () => true };
    const seen: string[] = [];
    const exit = await execProcess(spec('echo "launcher: no room" >&2; exit 1', { launcher }), {
      onOutput: (_stream, chunk) => void seen.push(String(chunk)),
    });
    expect(exit).toMatchObject({
      exitCode: 1,
      launcherStderr: 'launcher: no room\n',
      output: { stderr: { text: '' } },
    });
    expect(seen).toEqual([]);
  });
});

test('the process has no descriptor but its own', async () => {
  const extra = openSync('/dev/null', 'r');
  const server = createServer().listen(0);
  try {
    const { output } = await execProcess(spec('ls /proc/self/fd'));
    const inherited = highFds();
    expect(
      output.stdout.text
        .trim()
        .split('\n')
        .filter((fd) => !inherited.includes(fd)),
    ).toEqual(['0', '1', '2', '3']);
  } finally {
    server.close();
    closeSync(extra);
  }
});
