/** Where event times come from. Injected, so that tests and replays have their own. */
export interface Clock {
  /** Unix time in whole milliseconds. */
  nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
