/** A time limit as it's typed; `undefined` when it isn't one. A timer of Node takes 2^31 - 1 at the most, and treats more as 1. */
export function parseMilliseconds(text: string): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= 2_147_483_647 ? value : undefined;
}
