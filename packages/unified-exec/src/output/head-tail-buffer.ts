/**
 * The first and the last bytes of a stream, each in half of a limit. What lies between is dropped and counted. Memory
 * grows with what is kept, never past the limit.
 */
export class HeadTailBuffer {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #head = Buffer.alloc(0);
  #headLength = 0;
  /** A ring once it's full: the oldest byte is at `#tailEnd`. */
  #tail = Buffer.alloc(0);
  #tailLength = 0;
  #tailEnd = 0;
  #total = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#headLimit = Math.ceil(limit / 2);
    this.#tailLimit = Math.floor(limit / 2);
  }

  /** Bytes that came in all. */
  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.byteLength;
    const toHead = Math.min(chunk.byteLength, this.#headLimit - this.#headLength);
    if (toHead > 0) {
      this.#head = grown(this.#head, this.#headLength + toHead, this.#headLimit);
      this.#head.set(chunk.subarray(0, toHead), this.#headLength);
      this.#headLength += toHead;
    }
    if (toHead < chunk.byteLength && this.#tailLimit > 0) this.#pushTail(chunk.subarray(toHead));
  }

  #pushTail(chunk: Uint8Array): void {
    const bytes = chunk.subarray(Math.max(0, chunk.byteLength - this.#tailLimit));
    const wanted = Math.min(this.#tailLength + bytes.byteLength, this.#tailLimit);
    // Until it is full nothing has wrapped, so that growing copies one piece.
    if (wanted > this.#tail.byteLength) this.#tail = grown(this.#tail, wanted, this.#tailLimit);
    const first = Math.min(bytes.byteLength, this.#tailLimit - this.#tailEnd);
    this.#tail.set(bytes.subarray(0, first), this.#tailEnd);
    this.#tail.set(bytes.subarray(first), 0);
    this.#tailEnd = (this.#tailEnd + bytes.byteLength) % this.#tailLimit;
    this.#tailLength = wanted;
  }

  /** What is kept: all of it as `head` while nothing was dropped. */
  kept(): { head: Buffer; tail: Buffer; omittedBytes: number } {
    const head = this.#head.subarray(0, this.#headLength);
    const isFull = this.#tailLength === this.#tailLimit;
    const tail = isFull
      ? Buffer.concat([this.#tail.subarray(this.#tailEnd, this.#tailLength), this.#tail.subarray(0, this.#tailEnd)])
      : this.#tail.subarray(0, this.#tailLength);
    const omittedBytes = this.#total - head.byteLength - tail.byteLength;
    if (omittedBytes === 0) return { head: Buffer.concat([head, tail]), tail: Buffer.alloc(0), omittedBytes };
    return { head, tail, omittedBytes };
  }
}

/** A buffer of at least `size` bytes with the same content; doubled, so that many small pieces cost little. */
function grown(buffer: Buffer, size: number, limit: number): Buffer<ArrayBuffer> {
  if (size <= buffer.byteLength && buffer.buffer instanceof ArrayBuffer)
    return Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const larger = Buffer.alloc(Math.min(limit, Math.max(size, 2 * buffer.byteLength, 4096)));
  larger.set(buffer);
  return larger;
}
