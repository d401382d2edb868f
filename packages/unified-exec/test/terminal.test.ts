import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { execProcess } from '../src/index.js';
import { highFds, spec } from './support/processes.js';

const terminal = { tty: { cols: 100, rows: 30 } };

describe('on a terminal', () => {
  test('all three streams are one, of the size asked for, and it is the controlling one', async () => {
    const { output, exitCode } = await execProcess(
      spec(
        'test -t 0 && test -t 1 && test -t 2 && echo all; stty size; echo err >&2; echo direct > /dev/tty; exit 5',
        terminal,
      ),
    );
    expect(output.stdout.text).toBe('all\r\n30 100\r\nerr\r\ndirect\r\n');
    expect(output.stderr.totalBytes).toBe(0);
    expect(exitCode).toBe(5);
  });

  test('a signal is told as 128+N, and the shell’s word for it isn’t output', async () => {
    const exit = await execProcess(spec('kill -TERM $$', terminal));
    expect(exit).toMatchObject({ reason: 'exited', exitCode: 143, output: { stdout: { totalBytes: 0 } } });
  });

  test('Ctrl-C reaches the command as it would in a shell', async () => {
    // Written by the command into its own terminal’s input is what TIOCSTI does; here the signal to the group is enough.
    const exit = await execProcess(spec('trap "echo caught; exit 4" INT; kill -INT 0; sleep 5', terminal));
    expect(exit).toMatchObject({ exitCode: 4, output: { stdout: { text: 'caught\r\n' } } });
  });

  test('without standard input a reader gets the end of file', async () => {
    const exit = await execProcess(spec('cat; echo done', terminal), { timeoutMs: 10_000 });
    expect(exit.reason).toBe('exited');
    expect(exit.output.stdout.text).toContain('done');
  });

  test('descriptors: binary data in, reports out while it runs', async () => {
    const data = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
    const events: string[] = [];
    const { output, exitCode } = await execProcess(
      spec('cksum <&3; printf early >&4; sleep 0.3; echo printed; sleep 0.1; printf late >&4', {
        ...terminal,
        fds: [
          { kind: 'input', data },
          { kind: 'output', onData: (chunk) => void events.push(String(chunk)) },
        ],
      }),
      { onOutput: (_stream, chunk) => void (String(chunk).includes('printed') && events.push('printed')) },
    );
    const expected = await execProcess(spec('cksum <&3', { fds: [{ kind: 'input', data }] }));
    expect(exitCode).toBe(0);
    expect(output.stdout.text.startsWith(expected.output.stdout.text.trim())).toBe(true);
    expect(events).toEqual(['early', 'printed', 'late']);
  });

  test('a fast process with more output than a terminal holds loses nothing (microsoft/node-pty#726, #72)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { output } = await execProcess(spec("head -c 20480 /dev/zero | tr '\\0' x", terminal));
      expect(output.stdout.totalBytes).toBe(20_480);
    }
  });

  test('a slow receiver loses nothing either', async () => {
    let bytes = 0;
    await execProcess(spec("head -c 200000 /dev/zero | tr '\\0' x", terminal), {
      onOutput: async (_stream, chunk) => {
        bytes += chunk.byteLength;
        await new Promise((resolve) => setTimeout(resolve, 15));
      },
    });
    expect(bytes).toBe(200_000);
  });

  test('a character that is split over two writes stays whole (openai/openai-agents-python#4744)', async () => {
    const { output } = await execProcess(spec("printf '\\342\\202'; sleep 0.2; printf '\\254'", terminal));
    expect(output.stdout).toMatchObject({ text: '€', lossy: false });
  });

  test('it has no descriptor of ours, and none of ours stays open', async () => {
    await execProcess(spec('true', terminal));
    const before = readdirSync('/proc/self/fd').length;
    const inherited = highFds();
    const { output } = await execProcess(spec('ls /proc/self/fd', terminal));
    expect(
      output.stdout.text
        .trim()
        .split(/\s+/)
        .filter((fd) => !inherited.includes(fd)),
    ).toEqual(['0', '1', '2', '3']);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });

  test('a missing program is told by the shell’s status', async () => {
    expect(await execProcess(spec('', { ...terminal, file: '/no/such/program' }))).toMatchObject({ exitCode: 127 });
  });
});
