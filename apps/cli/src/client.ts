import { visibleText } from '@sallyport/approval';
import type { AttemptId, CallEvent } from '@sallyport/protocol';
import type { ExecSink } from '@sallyport/tools';

/** Output events of one call. What comes after them is only in the outcome, which keeps head and tail. */
const MAX_OUTPUT_DELTAS = 10_000;
/** Bytes in one output event. */
const MAX_DELTA_BYTES = 8 * 1024;

/** Where a call's events, bytes and words for people go. */
export interface Client extends ExecSink {
  /** A line for people, on stderr. */
  tell(line: string): void;
  /** Something they should know beforehand. */
  warn(line: string): void;
  /** When everything said so far was taken. */
  flushed(): Promise<void>;
}

/**
 * With `json` stdout is ours: one event a line. Without it stdout and stderr are the command's, and ours is only what
 * begins with `sallyport: ` on stderr.
 *
 * @param onClosed called when whoever reads stdout has gone, as a shell pipeline does with SIGPIPE
 */
export function clientFor({ json, onClosed }: { json: boolean; onClosed(signal: 'SIGPIPE'): void }): Client {
  // To touch process.stdout loads what Node needs for it: not before there is something to write.
  const used = new Map<'stdout' | 'stderr', NodeJS.WriteStream>();
  const open = (name: 'stdout' | 'stderr'): NodeJS.WriteStream => {
    const known = used.get(name);
    if (known !== undefined) return known;
    const stream = process[name];
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') return onClosed('SIGPIPE');
      throw error;
    });
    used.set(name, stream);
    return stream;
  };
  const tell = (line: string) => open('stderr').write(`sallyport: ${line}\n`);
  const flushed = async () => {
    await Promise.all([...used.values()].map(drained));
  };
  if (!json) {
    return {
      emit: (event) => {
        if (event.type === 'warning') tell(visibleText(event.message));
      },
      onOutput: (stream, chunk) => write(open(stream), chunk),
      tell,
      warn: (line) => tell(visibleText(line)),
      flushed,
    };
  }
  const emit = (event: CallEvent) => write(open('stdout'), `${JSON.stringify(event)}\n`);
  let deltas = 0;
  return {
    emit: (event) => void emit(event),
    onOutput: async (stream, chunk, origin) => {
      for (let at = 0; at < chunk.byteLength && deltas < MAX_OUTPUT_DELTAS; at += MAX_DELTA_BYTES) {
        deltas += 1;
        await emit(outputDelta(stream, chunk.subarray(at, at + MAX_DELTA_BYTES), origin));
      }
    },
    tell,
    warn: (message) => void emit({ type: 'warning', atMs: Date.now(), message }),
    flushed,
  };
}

function outputDelta(
  stream: 'stdout' | 'stderr',
  bytes: Uint8Array,
  origin: Parameters<NonNullable<ExecSink['onOutput']>>[2],
): CallEvent {
  const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const id: AttemptId = origin.attemptId;
  return { type: 'exec_output_delta', id, callId: origin.callId, stream, chunk };
}

/** Waits for the reader where it's slower than the command, so that nothing piles up in memory. */
function write(stream: NodeJS.WriteStream, data: string | Uint8Array): void | Promise<void> {
  if (stream.write(data) || !stream.writable) return;
  return drained(stream);
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writable || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      stream.off('error', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
    stream.on('error', done);
  });
}
