// Samples of several subjects, taken in turn: whatever disturbs the machine for a while disturbs all of them alike.

/**
 * @param subjects `{ name, every, run }`: `run` does the work once and rejects when it went wrong; it's called every so
 *   many rounds
 * @returns the milliseconds of each sample, by name, sorted
 */
export async function measure(subjects, { samples, warmUp, onRound }) {
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < samples; round += 1) {
    for (const { name, every, run } of subjects) {
      if (round % every !== 0) continue;
      const start = process.hrtime.bigint();
      await run();
      const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times.get(name).push(elapsed);
    }
    onRound(round + warmUp + 1, samples + warmUp);
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return times;
}

/** Of a sorted list; `fraction` from 0 to 1. */
export function percentile(sorted, fraction) {
  const at = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
