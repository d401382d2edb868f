import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@sallyport/vitest-preset/bundle';
import { describe, expect, onTestFinished, test } from 'vitest';
import { execProcess } from '../src/index.js';
import { countMarked, spec } from './support/processes.js';

/** Children that stay, one of them deaf to all signals it may ignore. Prints when all of them run. */
const STUBBORN = `exec 2>/dev/null; sleep 1000 & sh -c 'trap "" TERM INT HUP; sleep 1000; sleep 1000' & sleep 0.2; echo ready; wait`;

const modes = [
  { how: 'on pipes', tty: {} },
  { how: 'on a terminal', tty: { tty: { cols: 80, rows: 24 } } },
] as const;

describe.each(modes)('ending a process $how', ({ tty }) => {
  test('a time limit (openai/codex#5258)', async () => {
    const process = spec(STUBBORN, tty);
    const exit = await execProcess(process, { timeoutMs: 700, graceMs: 200 });
    expect(exit.reason).toBe('timed_out');
    expect(exit.output.stdout.text.trim()).toBe('ready');
    expect(countMarked(process.mark)).toBe(0);
  });

  test('an aborted signal', async () => {
    const process = spec(STUBBORN, tty);
    const controller = new AbortController();
    const exit = await execProcess(process, {
      graceMs: 100,
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect(exit.reason).toBe('aborted');
    expect(countMarked(process.mark)).toBe(0);
  });

  test('who tidies up on SIGTERM has the time to', async () => {
    const process = spec(
      `exec 2>/dev/null; trap 'echo tidy; exit 3' TERM; echo ready; while :; do sleep 0.05; done`,
      tty,
    );
    const controller = new AbortController();
    const exit = await execProcess(process, {
      graceMs: 10_000,
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect(exit).toMatchObject({ reason: 'aborted', exitCode: 3 });
    expect(exit.output.stdout.text.split(/\r?\n/)).toEqual(['ready', 'tidy', '']);
  });
});

test('a signal that has aborted before starts nothing', async () => {
  const exit = await execProcess(spec('echo ran'), { signal: AbortSignal.abort() });
  expect(exit).toMatchObject({ reason: 'aborted', exitCode: undefined, output: { stdout: { totalBytes: 0 } } });
});

test('a receiver that never finishes doesn’t keep an aborted process', async () => {
  const controller = new AbortController();
  const exit = await execProcess(spec('yes'), {
    graceMs: 0,
    signal: controller.signal,
    onOutput: () => {
      controller.abort();
      return new Promise(() => {});
    },
  });
  expect(exit.reason).toBe('aborted');
});

test('it ends with the process that started it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-exec-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bundled = await bundle(fileURLToPath(new URL('../src/exec-process.ts', import.meta.url)), folder);
  const command = spec(STUBBORN);
  const script = `
    const { execProcess } = await import(process.argv[1]);
    await execProcess(JSON.parse(process.argv[2]), { onOutput: () => process.exit(0) });`;
  const caller = spawn(process.execPath, ['--input-type=module', '-e', script, bundled, JSON.stringify(command)], {
    stdio: 'inherit',
  });
  expect(await once(caller, 'close')).toEqual([0, null]);
  await expect.poll(() => countMarked(`MARK=${command.mark}`), { timeout: 10_000 }).toBe(0);
});

test('many at once, each with its own output, and no listener is left', async () => {
  const controller = new AbortController();
  const before = process.listenerCount('exit');
  const exits = await Promise.all(
    Array.from({ length: 20 }, (_, index) => execProcess(spec(`echo ${index}`), { signal: controller.signal })),
  );
  expect(exits.map(({ output }) => output.stdout.text)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}\n`));
  expect(process.listenerCount('exit')).toBe(before);
});
