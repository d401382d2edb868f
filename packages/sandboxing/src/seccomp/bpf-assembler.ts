/** Where a conditional jump goes; an absent side falls through to the next instruction. */
export interface JumpTargets {
  readonly ifTrue?: string;
  readonly ifFalse?: string;
}

interface Instruction extends JumpTargets {
  readonly code: number;
  readonly k: number;
}

// Operation codes of classic BPF (linux/bpf_common.h: class | size or operation | mode or source).
const LOAD_WORD_ABSOLUTE = 0x20;
const AND_CONSTANT = 0x54;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_GREATER = 0x25;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN_CONSTANT = 0x06;

/** `sizeof(struct sock_filter)`: u16 code, u8 jt, u8 jf, u32 k (linux/filter.h). */
export const BPF_INSTRUCTION_BYTES = 8;
/** A conditional jump's distance is a u8. */
const MAX_JUMP = 255;

/**
 * Assembles a classic BPF program, little-endian as on both machines we compile for. Labels are resolved when the
 * program is assembled. Jumps only go forward (the kernel takes no others) and at most 255 instructions far; one that
 * can't be encoded is a bug of the caller and throws rather than being cut to 8 bits, which would open the filter.
 */
export class BpfAssembler {
  readonly #instructions: Instruction[] = [];
  readonly #labels = new Map<string, number>();

  /** Loads the 32-bit word at `offset` bytes of the input into the accumulator. */
  loadWord(offset: number): this {
    return this.#emit({ code: LOAD_WORD_ABSOLUTE, k: offset });
  }

  /** Keeps only the bits of `mask` in the accumulator. */
  and(mask: number): this {
    return this.#emit({ code: AND_CONSTANT, k: mask });
  }

  jumpIfEqual(value: number, targets: JumpTargets): this {
    return this.#emit({ code: JUMP_IF_EQUAL, k: value, ...targets });
  }

  /** Unsigned comparison. */
  jumpIfGreater(value: number, targets: JumpTargets): this {
    return this.#emit({ code: JUMP_IF_GREATER, k: value, ...targets });
  }

  /** Unsigned comparison. */
  jumpIfAtLeast(value: number, targets: JumpTargets): this {
    return this.#emit({ code: JUMP_IF_AT_LEAST, k: value, ...targets });
  }

  /** Jumps to `ifTrue` when the accumulator has at least one bit of `mask`. */
  jumpIfAnyBit(mask: number, targets: JumpTargets): this {
    return this.#emit({ code: JUMP_IF_ANY_BIT, k: mask, ...targets });
  }

  return(value: number): this {
    return this.#emit({ code: RETURN_CONSTANT, k: value });
  }

  /** Names the next instruction. */
  label(name: string): this {
    if (this.#labels.has(name)) throw new RangeError(`BPF label ${name} is defined twice`);
    this.#labels.set(name, this.#instructions.length);
    return this;
  }

  /** @throws RangeError for an undefined label, a backward jump, or one further than 255 instructions. */
  assemble(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#instructions.length * BPF_INSTRUCTION_BYTES);
    const view = new DataView(bytes.buffer);
    this.#instructions.forEach(({ code, k, ifTrue, ifFalse }, index) => {
      const at = index * BPF_INSTRUCTION_BYTES;
      view.setUint16(at, code, true);
      view.setUint8(at + 2, this.#distance(index, ifTrue));
      view.setUint8(at + 3, this.#distance(index, ifFalse));
      view.setUint32(at + 4, k, true);
    });
    return bytes;
  }

  #emit(instruction: Instruction): this {
    this.#instructions.push(instruction);
    return this;
  }

  #distance(from: number, label: string | undefined): number {
    if (label === undefined) return 0;
    const target = this.#labels.get(label);
    if (target === undefined) throw new RangeError(`BPF label ${label} is not defined`);
    const distance = target - from - 1;
    if (distance < 0 || distance > MAX_JUMP) {
      throw new RangeError(
        `BPF jump from ${from} to ${label} spans ${distance} instructions; 0 to ${MAX_JUMP} can be encoded`,
      );
    }
    return distance;
  }
}
