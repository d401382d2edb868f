import { StringDecoder } from 'node:string_decoder';
import type { IPty } from '@lydell/node-pty';

/**
 * Types this process's standard input into a terminal. Where it is a terminal itself it becomes raw, so that keys such
 * as Ctrl-C reach the process instead of us, and changes of its size are passed on.
 *
 * @returns what puts everything back
 */
export function forwardStdin(pty: Pick<IPty, 'write' | 'resize'>): () => void {
  const { stdin, stdout } = process;
  const decoder = new StringDecoder('utf8');
  const onData = (chunk: Buffer | string): void => pty.write(typeof chunk === 'string' ? chunk : decoder.write(chunk));
  // The end of a pipe is what the end-of-file character says on a terminal.
  const onEnd = (): void => pty.write('\x04');
  const onError = (): void => {}; // the terminal is gone: the process gets its hang-up
  const onResize = (): void => {
    if (stdout.columns > 0 && stdout.rows > 0) pty.resize(stdout.columns, stdout.rows);
  };
  const wasRaw = stdin.isTTY && stdin.isRaw;
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.on('data', onData);
  stdin.on('end', onEnd);
  stdin.on('error', onError);
  if (stdout.isTTY) stdout.on('resize', onResize);
  return () => {
    stdin.off('data', onData);
    stdin.off('end', onEnd);
    stdin.off('error', onError);
    stdin.pause();
    stdout.off('resize', onResize);
    if (stdin.isTTY) stdin.setRawMode(wasRaw);
  };
}
