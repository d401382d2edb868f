import type { ExecOutput } from '@sallyport/protocol';
import { HELD_BACK_BYTES } from '../limits.js';
import { HeadTailBuffer } from './head-tail-buffer.js';
import { outputText } from './output-text.js';

type Stream = 'stdout' | 'stderr';

/** Keeps what a process prints, within a limit, and holds back what may be its launcher's. */
export class OutputCollector {
  readonly #buffers: Record<Stream | 'aggregated', HeadTailBuffer>;
  readonly #hold: { stream: Stream; prefix: Buffer } | undefined;
  /** Chunks that may be the launcher's; `undefined` once it's known that they aren't. */
  #held: Buffer[] | undefined;

  constructor(maxOutputBytes: number, hold?: { stream: Stream; prefix: string }) {
    this.#buffers = {
      stdout: new HeadTailBuffer(maxOutputBytes),
      stderr: new HeadTailBuffer(maxOutputBytes),
      aggregated: new HeadTailBuffer(maxOutputBytes),
    };
    this.#hold = hold === undefined ? undefined : { stream: hold.stream, prefix: Buffer.from(hold.prefix) };
    this.#held = hold === undefined ? undefined : [];
  }

  /** Takes a chunk and returns what of the stream may be passed on now. */
  push(stream: Stream, chunk: Buffer): readonly Buffer[] {
    const chunks = this.#hold?.stream === stream ? this.#holdBack(chunk) : [chunk];
    for (const passed of chunks) this.#keep(stream, passed);
    return chunks;
  }

  /** At the end: what was held back as text where it was the launcher's, else as chunks that are the command's after all. */
  settle(isLaunchers: boolean): { launcherText?: string; released: readonly Buffer[] } {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (isLaunchers)
      return { launcherText: Buffer.concat(held).toString('utf8').replaceAll('\r\n', '\n'), released: [] };
    const stream = this.#hold?.stream;
    if (stream !== undefined) for (const chunk of held) this.#keep(stream, chunk);
    return { released: held };
  }

  output(): ExecOutput {
    return {
      stdout: outputText(this.#buffers.stdout),
      stderr: outputText(this.#buffers.stderr),
      aggregated: outputText(this.#buffers.aggregated),
    };
  }

  #holdBack(chunk: Buffer): readonly Buffer[] {
    if (this.#held === undefined || this.#hold === undefined) return [chunk];
    this.#held.push(chunk);
    const held = this.#held;
    const { prefix } = this.#hold;
    const bytes = held.reduce((sum, piece) => sum + piece.byteLength, 0);
    const start = Buffer.concat(held, Math.min(bytes, prefix.byteLength));
    if (bytes <= HELD_BACK_BYTES && prefix.subarray(0, start.byteLength).equals(start)) return [];
    this.#held = undefined;
    return held;
  }

  #keep(stream: Stream, chunk: Buffer): void {
    this.#buffers[stream].push(chunk);
    this.#buffers.aggregated.push(chunk);
  }
}
