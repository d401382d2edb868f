import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLI, canUseBubblewrap, finished, parseEvents, run, scratch } from './harness.js';

const GIB = 1024 * 1024 * 1024;
const MIB = 1024 * 1024;

describe.skipIf(!canUseBubblewrap)('1 GiB of output', () => {
  /** VmHWM of proc(5): the most memory the process ever had resident. */
  function peakOf(pid: number): number {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  }

  async function peakWhile(args: string[], counted: (bytes: number) => void): Promise<number> {
    const place = scratch();
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: place.workspace,
      env: place.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let peak = 0;
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (child.pid !== undefined && child.exitCode === null) {
        try {
          peak = Math.max(peak, peakOf(child.pid));
        } catch {
          // it has just ended
        }
      }
    });
    await new Promise((resolve) => child.on('close', resolve));
    counted(bytes);
    return peak;
  }

  test('is passed on whole, within 96 MiB above idle', { timeout: 120_000 }, async () => {
    const idle = await peakWhile(['exec', '--', 'sh', '-c', 'echo hi; sleep 0.2; echo hi'], () => {});
    const peak = await peakWhile(['exec', '--', 'head', '-c', String(GIB), '/dev/zero'], (bytes) =>
      expect(bytes).toBe(GIB),
    );
    expect((peak - idle) / MIB).toBeLessThan(96);
  });

  test('is capped head and tail in --json, with a marker that says how much is missing', {
    timeout: 120_000,
  }, async () => {
    const place = scratch();
    const child = spawn(
      process.execPath,
      [CLI, 'exec', '--json', '--', 'sh', '-c', `echo first; head -c ${GIB} /dev/zero | tr '\\0' x; echo; echo last`],
      {
        cwd: place.workspace,
        env: place.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const { outcome } = parseEvents((await finished(child)).stdout);
    if (outcome.kind !== 'completed') throw new Error(outcome.kind);
    const { text, totalBytes, omittedBytes, lossy } = outcome.output.stdout;
    expect(totalBytes).toBe(GIB + 'first\n\nlast\n'.length);
    expect(text.startsWith('first\nxxx')).toBe(true);
    expect(text.endsWith('xxx\nlast\n')).toBe(true);
    expect(text).toContain(String(omittedBytes));
    expect(text.length).toBeLessThan(1.1 * MIB);
    expect(lossy).toBe(false);
  });

  test('a slow reader slows the command down instead of filling the memory', async () => {
    const result = await run(scratch(), ['exec', '--', 'head', '-c', String(8 * MIB), '/dev/zero']);
    expect(result.stdout.length).toBe(8 * MIB);
  });
});
