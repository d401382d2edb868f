import { describe, expect, test } from 'vitest';
import { BPF_INSTRUCTION_BYTES, BpfAssembler } from './bpf-assembler.js';

describe('BpfAssembler', () => {
  test('encodes struct sock_filter in little-endian order with relative jumps', () => {
    const bytes = new BpfAssembler()
      .loadWord(4)
      .jumpIfEqual(0xc000_003e, { ifTrue: 'yes', ifFalse: 'no' })
      .label('no')
      .return(0x8000_0000)
      .label('yes')
      .return(0x7fff_0000)
      .assemble();
    expect(Buffer.from(bytes).toString('hex').match(/.{16}/g)).toEqual([
      '2000000004000000',
      '150001003e0000c0',
      '0600000000000080',
      '060000000000ff7f',
    ]);
  });

  test('reaches exactly 255 instructions and refuses 256', () => {
    const withDistance = (distance: number): BpfAssembler => {
      const program = new BpfAssembler().jumpIfEqual(1, { ifTrue: 'end' });
      for (let index = 0; index < distance; index += 1) program.loadWord(0);
      return program.label('end').return(0);
    };
    expect(withDistance(255).assemble()[2]).toBe(255);
    expect(withDistance(255).assemble()).toHaveLength(257 * BPF_INSTRUCTION_BYTES);
    expect(() => withDistance(256).assemble()).toThrow('spans 256 instructions');
  });

  test.each([
    ['an undefined label', () => new BpfAssembler().jumpIfEqual(1, { ifTrue: 'nowhere' }).assemble(), 'not defined'],
    ['a label twice', () => new BpfAssembler().label('a').label('a'), 'defined twice'],
    ['a jump back', () => new BpfAssembler().label('a').jumpIfEqual(1, { ifTrue: 'a' }).assemble(), 'spans -1'],
  ])('refuses %s', (_what, build, message) => {
    expect(build).toThrow(message);
  });
});
