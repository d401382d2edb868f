import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EndMark } from './end-mark.js';

const MARK = 'abcabd';

function readAll(chunks: readonly string[]): { output: string; exitCode: number | undefined } {
  const mark = new EndMark(MARK);
  let output = '';
  let exitCode: number | undefined;
  for (const chunk of chunks) {
    const read = mark.read(Buffer.from(chunk));
    output += String(read.output);
    exitCode ??= read.exitCode;
  }
  return { output, exitCode };
}

test.each([
  { chunks: ['out', `${MARK}0;`], output: 'out', exitCode: 0 },
  { chunks: [`out${MARK}137;rest`, 'more'], output: 'out', exitCode: 137 },
  { chunks: ['outabca', 'bd', '1', '2;'], output: 'out', exitCode: 12 },
  { chunks: ['abcabc', 'abd7;'], output: 'abc', exitCode: 7 },
  { chunks: ['no mark'], output: 'no mark', exitCode: undefined },
])('$chunks', ({ chunks, output, exitCode }) => {
  expect(readAll(chunks)).toEqual({ output, exitCode });
});

test('however it is cut, the output is whole and the status is found', () => {
  const text = fc.stringMatching(/^[abc;0-9]*$/);
  fc.assert(
    fc.property(text, fc.nat(255), fc.array(fc.nat(8)), (output, exitCode, cuts) => {
      fc.pre(!output.includes(MARK));
      let rest = `${output}${MARK}${exitCode};`;
      const chunks = cuts.map((length) => {
        const chunk = rest.slice(0, length);
        rest = rest.slice(length);
        return chunk;
      });
      const whole = `${output}${MARK}`.indexOf(MARK);
      expect(readAll([...chunks, rest])).toEqual({
        output: output.slice(0, whole),
        exitCode: whole === output.length ? exitCode : expect.anything(),
      });
    }),
  );
});
