import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ProcessSpec } from '../process-spec.js';
import { SpawnError } from '../spawn-error.js';
import { openInputFile } from './input-file.js';
import type { NativeExit, OnChunk, RunningProcess } from './running-process.js';

/**
 * Starts a process in a session and group of its own, its output on pipes.
 *
 * @throws {SpawnError}
 */
export async function startOnPipes(spec: ProcessSpec, onChunk: OnChunk): Promise<RunningProcess> {
  const inputs = (spec.fds ?? []).map((fd) => (fd.kind === 'input' ? openInputFile(fd.data) : undefined));
  const child = start(spec, inputs);
  const exited = new Promise<NativeExit>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined }));
  });
  const streams: Readable[] = [];
  const fds = spec.fds ?? [];
  for (const [index, fd] of fds.entries()) {
    const stream = child.stdio[3 + index];
    if (stream === undefined || stream === null) continue;
    stream.on('error', () => {}); // it ended without reading: its exit says more
    if (fd.kind === 'input') {
      if ('end' in stream) stream.end(fd.data);
    } else if (isReadable(stream)) {
      stream.on('data', (chunk: Buffer) => fd.onData(chunk));
      streams.push(stream);
    }
  }
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name];
    if (stream === null) continue;
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => onChunk(name, chunk));
    streams.push(stream);
  }
  await spawned(child, spec.file);
  const { pid } = child;
  if (pid === undefined) throw new SpawnError(spec.file, 'it has no process number');
  return {
    pid,
    session: pid,
    exited,
    drained: Promise.all(streams.map(closed)).then(() => undefined),
    pause: (name) => void child[name]?.pause(),
    resume: (name) => void child[name]?.resume(),
    async release() {
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

function start(
  { file, args, argv0, cwd, env, stdin }: ProcessSpec,
  inputs: readonly (number | undefined)[],
): ChildProcess {
  try {
    return spawn(file, [...args], {
      cwd,
      env,
      // setsid(2): no signal of our terminal reaches it, and it can be signalled as a group.
      detached: true,
      stdio: [stdin, 'pipe', 'pipe', ...inputs.map((file) => file ?? ('pipe' as const))],
      ...(argv0 === undefined ? {} : { argv0 }),
    });
  } catch (error) {
    throw new SpawnError(file, error);
  } finally {
    for (const input of inputs) if (input !== undefined) closeSync(input);
  }
}

function spawned(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new SpawnError(file, error)));
  });
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', () => resolve());
  });
}

function isReadable(stream: NonNullable<ChildProcess['stdio'][number]>): stream is Readable {
  return 'read' in stream;
}
