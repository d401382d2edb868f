import { describe, expect, test } from 'vitest';
import { HELD_BACK_BYTES } from '../limits.js';
import { OutputCollector } from './output-collector.js';

const hold = { stream: 'stderr', prefix: 'bwrap: ' } as const;
const push = (collector: OutputCollector, stream: 'stdout' | 'stderr', text: string) =>
  collector.push(stream, Buffer.from(text)).map(String);

describe('what may be the launcher’s is held back until it is known whose it is', () => {
  test('the launcher’s: it isn’t in the output', () => {
    const collector = new OutputCollector(100, hold);
    expect(push(collector, 'stderr', 'bw')).toEqual([]);
    expect(push(collector, 'stderr', 'rap: no\n')).toEqual([]);
    expect(collector.settle(true)).toEqual({ launcherText: 'bwrap: no\n', released: [] });
    expect(collector.output().stderr.text).toBe('');
  });

  test('the command’s after all', () => {
    const collector = new OutputCollector(100, hold);
    push(collector, 'stderr', 'bwrap: is what I say\n');
    expect(collector.settle(false).released.map(String)).toEqual(['bwrap: is what I say\n']);
    expect(collector.output().stderr.text).toBe('bwrap: is what I say\n');
  });

  test.each(['x', 'bx', 'bwrap; '])('%s begins otherwise and is passed on at once', (text) => {
    const collector = new OutputCollector(100, hold);
    expect(push(collector, 'stderr', text)).toEqual([text]);
    expect(push(collector, 'stderr', 'bwrap: later')).toEqual(['bwrap: later']);
  });

  test('standard output is never held back', () => {
    expect(push(new OutputCollector(100, hold), 'stdout', 'bwrap: x')).toEqual(['bwrap: x']);
  });

  test('no more than a launcher would say', () => {
    const collector = new OutputCollector(10, hold);
    expect(push(collector, 'stderr', 'bwrap: ')).toEqual([]);
    expect(push(collector, 'stderr', 'x'.repeat(HELD_BACK_BYTES))).toHaveLength(2);
  });
});

test('both streams together are in the order of arrival', () => {
  const collector = new OutputCollector(100);
  push(collector, 'stdout', 'a');
  push(collector, 'stderr', 'b');
  push(collector, 'stdout', 'c');
  expect(collector.output().aggregated.text).toBe('abc');
});
