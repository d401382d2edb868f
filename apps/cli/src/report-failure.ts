import { isSallyportError } from '@sallyport/protocol/sallyport-error';
import { visible } from './visible.js';

/** One line on stderr for what was thrown. Only a fault of ours shows where it happened, for the bug report. */
export function reportFailure(error: unknown): void {
  if (isSallyportError(error) && error instanceof Error) {
    process.stderr.write(`sallyport: ${visible(error.message)}\n`);
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`sallyport: a fault in sallyport itself: ${visible(text)} (SALLYPORT_DEBUG=1 shows where)\n`);
  if (process.env['SALLYPORT_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}
