/** One system call as a filter sees it: `struct seccomp_data` of linux/seccomp.h. */
export interface SeccompData {
  readonly arch: number;
  readonly nr: number;
  /** Up to six 64-bit arguments; the rest are 0. */
  readonly args?: readonly bigint[];
}

/**
 * A classic BPF interpreter for tests, as strict as the kernel's checker: unknown instructions, reads outside the data
 * and running past the end throw. Written against bpf(4)'s semantics, not against our assembler.
 */
export function runBpf(program: Uint8Array, call: SeccompData): number {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.nr, true);
  data.setUint32(4, call.arch, true);
  (call.args ?? []).forEach((value, index) => {
    data.setBigUint64(16 + 8 * index, value, true);
  });
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let accumulator = 0;
  for (let at = 0; ; at += 8) {
    const operation = code.getUint16(at, true);
    const k = code.getUint32(at + 4, true);
    const jump = (condition: boolean): void => {
      at += 8 * code.getUint8(at + (condition ? 2 : 3));
    };
    switch (operation) {
      case 0x20:
        accumulator = data.getUint32(k, true);
        break;
      case 0x54:
        accumulator = (accumulator & k) >>> 0;
        break;
      case 0x15:
        jump(accumulator === k);
        break;
      case 0x25:
        jump(accumulator > k);
        break;
      case 0x35:
        jump(accumulator >= k);
        break;
      case 0x45:
        jump((accumulator & k) !== 0);
        break;
      case 0x06:
        return k;
      default:
        throw new Error(`unknown BPF operation 0x${operation.toString(16)}`);
    }
  }
}
