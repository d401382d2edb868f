import { STATUS_LINE_CHARACTERS } from './limits.js';

/**
 * Reads a launcher's status: one flat JSON object a line. Keeps the last value of each numeric or textual key and
 * ignores everything else, so that a newer launcher may say more.
 */
export class StatusStream {
  readonly #values = new Map<string, number | string>();
  #rest = '';

  /** Takes the next bytes, cut anywhere. */
  push(chunk: Uint8Array): void {
    const lines = (this.#rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')).split(
      '\n',
    );
    this.#rest = (lines.pop() ?? '').slice(-STATUS_LINE_CHARACTERS);
    for (const line of lines) this.#read(line);
  }

  number(key: string): number | undefined {
    const value = this.#values.get(key);
    return typeof value === 'number' ? value : undefined;
  }

  text(key: string): string | undefined {
    const value = this.#values.get(key);
    return typeof value === 'string' ? value : undefined;
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      return; // cut off by the death of the launcher: the same as not said
    }
    if (typeof parsed !== 'object' || parsed === null) return;
    for (const [key, value] of Object.entries(parsed)) {
      if (typeof value === 'number' || typeof value === 'string') this.#values.set(key, value);
    }
  }
}
