import { closeSync, constants, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import type { Outcome } from '@sallyport/protocol';
import { CliError } from './cli-error.js';

/**
 * The file of `--report`, opened before the command runs and written through that descriptor afterwards: a command
 * that swaps the file or its folder for a symlink meanwhile can't make us write somewhere else. A symlink that is
 * there beforehand may have been put there by an earlier command and is refused for the same reason.
 */
export class ReportFile {
  readonly #file: string;
  readonly #descriptor: number;

  /** @throws CliError when the file can't be opened for writing */
  constructor(file: string) {
    this.#file = file;
    try {
      this.#descriptor = openSync(
        file,
        constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK,
        0o644,
      );
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
      const why = code === 'ELOOP' ? 'it is a symlink' : code;
      throw new CliError('BAD_REPORT_FILE', `--report: ${file} can't be opened for writing (${why})`, { cause: error });
    }
  }

  /** @throws CliError when the disk doesn't take it */
  write(outcome: Outcome): void {
    try {
      ftruncateIfFile(this.#descriptor);
      writeFileSync(this.#descriptor, `${JSON.stringify(outcome)}\n`);
    } catch (error) {
      throw new CliError('BAD_REPORT_FILE', `--report: ${this.#file} can't be written: ${String(error)}`, {
        cause: error,
      });
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

/** A pipe or device has no length: EINVAL. */
function ftruncateIfFile(descriptor: number): void {
  try {
    ftruncateSync(descriptor, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
  }
}
