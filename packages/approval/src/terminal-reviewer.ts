import type { ReviewDecision } from '@sallyport/protocol';
import { discardTypedAhead } from './discard-typed-ahead.js';
import { MAX_UNCLEAR_ANSWERS } from './limits.js';
import { reviewText } from './review-text.js';
import type { ReviewRequest, ReviewRoute } from './reviewer.js';

/** A stream that may be a terminal, such as `process.stdin`. */
export interface TerminalInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  readonly isRaw?: boolean;
  setRawMode?(mode: boolean): unknown;
  /** The descriptor. Without it, what was typed before the prompt can't be told from an answer in the kernel's buffer. */
  readonly fd?: number;
}

/** A stream that may be a terminal, such as `process.stderr`. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Asks the user at a terminal. One line answers: `y` or `yes` approves, `n`, `no` or nothing refuses, `q`, Ctrl-C or
 * the end of input aborts the whole call. Anything else is asked again, three times in all, and then refused.
 *
 * What was typed before the question was shown is thrown away; the terminal's mode is put back however the review ends.
 * Where not both streams are terminals there's no verdict. Reviews that overlap are asked one after the other. The
 * streams aren't touched until there is something to ask.
 */
export function createTerminalReviewer(terminal: { input: TerminalInput; output: TerminalOutput }): ReviewRoute {
  const isAvailable = () => terminal.input.isTTY === true && terminal.output.isTTY === true;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    by: 'user',
    isAvailable,
    review: (request, { signal }) => {
      if (!isAvailable()) return Promise.resolve(undefined);
      const review = turn.then(() => ask(terminal, request, signal));
      turn = review.catch(() => undefined);
      return review;
    },
  };
}

async function ask(
  { input, output }: { input: TerminalInput; output: TerminalOutput },
  request: ReviewRequest,
  signal: AbortSignal | undefined,
): Promise<ReviewDecision> {
  const { createInterface } = await import('node:readline/promises');
  if (signal?.aborted === true) return { type: 'abort' };
  const wasRaw = input.isRaw === true;
  const over = new AbortController();
  const end = () => over.abort();
  // A terminal that is taken away (vhangup(2), a closed window) answers reads, writes and changes of mode with EIO.
  for (const stream of [input, output]) stream.on('error', end);
  output.write(`${CLEAN_STATE}\n${reviewText(request, sizeOf(output))}\n`);
  // Old input in the stream itself goes before readline listens to it; what's in the kernel goes below.
  while (input.read() !== null);
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  try {
    // Raw mode makes Ctrl-C a key; readline reports it, and Ctrl-D or a hang-up as `close`.
    lines.on('SIGINT', end);
    lines.on('close', end);
    // It passes the input's errors on.
    lines.on('error', end);
    const stop = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    // The question comes next, and nothing has been read yet: whatever is there wasn't meant for it. Not later, or the
    // answer of a program that reacts to the question at once would be lost.
    if (input.fd !== undefined) discardTypedAhead(input.fd);
    for (let unclear = 0; unclear < MAX_UNCLEAR_ANSWERS; unclear += 1) {
      const question = unclear === 0 ? QUESTION : `Please type y, n or q. ${QUESTION}`;
      const decision = decisionFor(await nextAnswer(lines, question, stop));
      if (decision !== undefined) {
        if (decision.type === 'abort') output.write('\n');
        return decision;
      }
    }
    return { type: 'denied', rejection: 'no clear answer at the terminal' };
  } finally {
    lines.close();
    input.setRawMode?.(wasRaw);
    for (const stream of [input, output]) stream.off('error', end);
  }
}

const QUESTION = 'Allow it, this once? [y]es, [N]o, [q]uit: ';

/**
 * The command may have left the terminal in the middle of an escape sequence that would swallow the question, or with
 * invisible text, a drawing character set or a hidden cursor. CAN and ST end a sequence; then the rendition (SGR), the
 * character set and the cursor are put back.
 */
const CLEAN_STATE = '\x18\x1b\\\x1b[0m\x1b(B\x0f\x1b[?25h';

/** The line, or `undefined` when there won't be one. */
async function nextAnswer(
  lines: import('node:readline/promises').Interface,
  question: string,
  stop: AbortSignal,
): Promise<string | undefined> {
  try {
    return await lines.question(question, { signal: stop });
  } catch (error) {
    if (stop.aborted) return undefined;
    throw error;
  }
}

function decisionFor(answer: string | undefined): ReviewDecision | undefined {
  switch (answer?.trim().toLowerCase()) {
    case undefined:
    case 'q':
    case 'quit':
      return { type: 'abort' };
    case 'y':
    case 'yes':
      return { type: 'approved' };
    case '':
    case 'n':
    case 'no':
      return { type: 'denied', rejection: 'the user said no' };
    default:
      return undefined;
  }
}

function sizeOf({ columns }: TerminalOutput): { columns?: number } {
  // 0 is what a terminal without a size reports.
  return columns === undefined || columns === 0 ? {} : { columns };
}
