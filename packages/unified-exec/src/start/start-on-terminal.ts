// Starts a process on a terminal of its own, below a shell that stays the terminal's owner until everything is read.
//
// The shell is there for two reasons. node-pty closes every descriptor but the terminal's in what it starts, and a
// launcher needs some: the shell opens them. And Node reads a terminal whose owner has ended only up to the next 4 KiB
// (libuv takes a short read with POLLHUP for the end): so the owner stays, says that the command has ended by a mark
// that only it knows, and is killed when that was read.

import { randomBytes } from 'node:crypto';
import { type IPty, spawn } from '@lydell/node-pty';
import type { ProcessSpec } from '../process-spec.js';
import { SpawnError } from '../spawn-error.js';
import { descendantsOf } from '../terminate/process-tree.js';
import { EndMark } from './end-mark.js';
import { forwardStdin } from './forward-stdin.js';
import type { NativeExit, OnChunk, RunningProcess } from './running-process.js';
import { UnnamedFiles } from './unnamed-files.js';

/** What standard input from nowhere is on a terminal: the end-of-file character. */
const END_OF_FILE = '\x04';

/**
 * Starts a process on a terminal. All output is `stdout`; a signal that ends it is told as exit code 128+N.
 *
 * @throws {SpawnError}
 */
export function startOnTerminal(
  spec: ProcessSpec,
  { cols, rows }: NonNullable<ProcessSpec['tty']>,
  onChunk: OnChunk,
): RunningProcess {
  const files = new UnnamedFiles();
  const mark = randomBytes(16).toString('hex');
  let pty: IPty;
  try {
    pty = spawn('/bin/sh', ['-c', script(files, spec, mark), 'sh', spec.file, ...spec.args], {
      cols,
      rows,
      name: spec.env['TERM'] ?? 'xterm-256color',
      cwd: spec.cwd,
      env: { ...spec.env },
      encoding: null, // bytes: a character may be split over two reads
    });
  } catch (error) {
    files.close();
    throw new SpawnError(spec.file, error);
  }
  const shellEnded = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => resolve(exitCode));
  });
  const exited = new Promise<NativeExit>((resolve) => {
    const endMark = new EndMark(mark);
    // With `encoding: null` node-pty hands out buffers, whatever its types say.
    pty.onData((data: unknown) => {
      const { output, exitCode } = endMark.read(Buffer.isBuffer(data) ? data : Buffer.from(String(data)));
      if (output.byteLength > 0) onChunk('stdout', output);
      if (exitCode === undefined) return;
      files.readOutputs();
      resolve({ exitCode, signal: undefined });
    });
    // Somebody killed the shell.
    void shellEnded.then((exitCode) => {
      files.readOutputs();
      resolve({ exitCode, signal: undefined });
    });
  });
  const stopForwarding = spec.stdin === 'inherit' ? forwardStdin(pty) : undefined;
  if (spec.stdin === 'ignore') pty.write(END_OF_FILE);
  let pid: number | undefined;
  return {
    get pid() {
      pid ??= descendantsOf(pty.pid, pty.pid).find(({ depth }) => depth === 1)?.pid;
      return pid ?? pty.pid;
    },
    session: pty.pid,
    exited,
    drained: exited.then(() => undefined),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    async release() {
      stopForwarding?.();
      files.close();
      pty.kill('SIGKILL');
      pty.resume(); // to its end, which closes it
      await shellEnded;
    },
  };
}

/**
 * The shell keeps going on the signals that a terminal sends to its whole foreground group (a caught signal is the
 * default again in what it starts), but not on a hang-up: when we are gone it goes, too. Its own messages ("Terminated")
 * are nobody's output.
 */
function script(files: UnnamedFiles, spec: ProcessSpec, mark: string): string {
  const redirections = (spec.fds ?? []).map((fd, index) => files.redirection(fd, 3 + index));
  const markFile = files.redirection({ kind: 'input', data: Buffer.from(`${mark}\n`) }, 0);
  return `IFS= read -r mark ${markFile}; trap : INT QUIT; exec 2>/dev/null; (exec "$@" 2>&1 ${redirections.join(' ')}); printf '%s%d;' "$mark" $?; kill -STOP $$`;
}
