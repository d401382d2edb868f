import { constants } from 'node:os';

const names = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** `SIGKILL` for 9. Signals without a name of their own (real-time ones) are named by number. */
export function signalName(number: number): string {
  return names.get(number) ?? `SIG${number}`;
}

/** The status that stands for an end by signal: 128+N, or 255 for a name that this machine doesn't know. */
export function exitCodeOfSignal(name: string): number {
  const number = Object.entries(constants.signals).find(([known]) => known === name)?.[1];
  return number === undefined ? 255 : 128 + number;
}
