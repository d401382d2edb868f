import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type SeccompArch, SYSTEM_CALL_NUMBERS, type SystemCallName, systemCallNumber } from './system-calls.js';

const NAMES = Object.keys(SYSTEM_CALL_NUMBERS).filter((name): name is SystemCallName => name in SYSTEM_CALL_NUMBERS);

describe.each<SeccompArch>(['x64', 'arm64'])('%s', (arch) => {
  test('no number is used twice', () => {
    const numbers = NAMES.map((name) => systemCallNumber(name, arch)).filter((number) => number !== null);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe.each([
  ['x64', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'],
  ['arm64', '/usr/include/asm-generic/unistd.h'],
] as const)('%s', (arch, header) => {
  const missing = !existsSync(header);
  test.skipIf(missing)(`numbers agree with the kernel header${missing ? ` (skipped: no ${header} here)` : ''}`, () => {
    const defined = new Map<string, number>();
    for (const [, name = '', number] of readFileSync(header, 'utf8').matchAll(/^#define __NR_(\w+)\s+(\d+)$/gm)) {
      defined.set(name, Number(number));
    }
    const newest = Math.max(...defined.values());
    for (const name of NAMES) {
      const number = systemCallNumber(name, arch);
      // A header older than the call has nothing to say about it.
      if (number === null || number <= newest) expect(defined.get(name), name).toBe(number ?? undefined);
    }
  });
});
