import { visibleText } from '@sallyport/approval';
import { isSallyportError } from '@sallyport/protocol/sallyport-error';

/** One line on stderr for what was thrown. Only a fault of ours shows where it happened, for the bug report. */
export function reportFailure(error: unknown): void {
  if (isSallyportError(error) && error instanceof Error) {
    process.stderr.write(`sallyport: ${visibleText(error.message)}\n`);
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `sallyport: a fault in sallyport itself: ${visibleText(text)} (SALLYPORT_DEBUG=1 shows where)\n`,
  );
  if (process.env['SALLYPORT_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}
