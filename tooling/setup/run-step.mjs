// Running other programs as steps. stdout belongs to the CLI that may be started afterwards, so all progress goes to stderr.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A step that can't be completed, in one line that says what to do. */
export class SetupError extends Error {}

export function tell(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a program with its progress shown.
 *
 * @returns {Promise<number>} the exit status; 128+N after signal N, 127 when it couldn't be started
 */
export function run(file, args, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', process.stderr, process.stderr], ...options });
    child.on('error', () => resolve(127));
    child.on('close', (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
}

/** Announces a step, runs it and insists on its success. */
export async function runStep(title, file, args, options) {
  tell(`▸ ${title}`);
  const status = await run(file, args, options);
  if (status !== 0) throw new SetupError(`${title}: failed with status ${status}; what it printed is above`);
}

/** Ends the process with one line for what a person can mend, and a stack trace for what only we can. */
export async function endWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    tell(`set-up: ${error.message}`);
    process.exitCode = 1;
  }
}
