/** Finds the mark and the exit status that follow a command's last output, wherever reads cut them. */
export class EndMark {
  readonly #mark: Buffer;
  #held = Buffer.alloc(0);
  #isOver = false;

  constructor(mark: string) {
    this.#mark = Buffer.from(mark);
  }

  /** The output in a chunk, and the exit code once it's known. What comes after that is nobody's. */
  read(chunk: Buffer): { output: Buffer; exitCode?: number } {
    const nothing = Buffer.alloc(0);
    if (this.#isOver) return { output: nothing };
    const bytes = this.#held.byteLength === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const at = bytes.indexOf(this.#mark);
    if (at === -1) {
      const kept = this.#beginningAtEnd(bytes);
      this.#held = Buffer.from(bytes.subarray(bytes.byteLength - kept));
      return { output: bytes.subarray(0, bytes.byteLength - kept) };
    }
    const output = bytes.subarray(0, at);
    const status = /^(\d+);/.exec(bytes.toString('latin1', at + this.#mark.byteLength))?.[1];
    if (status === undefined) {
      this.#held = Buffer.from(bytes.subarray(at));
      return { output };
    }
    this.#isOver = true;
    return { output, exitCode: Number(status) };
  }

  /** How many bytes at the end may be the beginning of the mark. */
  #beginningAtEnd(bytes: Buffer): number {
    for (let length = Math.min(this.#mark.byteLength - 1, bytes.byteLength); length > 0; length -= 1) {
      if (bytes.subarray(bytes.byteLength - length).equals(this.#mark.subarray(0, length))) return length;
    }
    return 0;
  }
}
