/** How often an answer that is neither yes, no nor quit is asked again. After that it counts as no. */
export const MAX_UNCLEAR_ANSWERS = 3;

/** Characters of a quoted command that a prompt shows, head and tail together. More would push the question's beginning off the screen. */
export const MAX_SHOWN_COMMAND = 8_192;

/** Characters of any other text (folder, reason, justification) that a prompt shows. */
export const MAX_SHOWN_TEXT = 1_024;

/** Columns that a prompt is wrapped to where the terminal doesn't say how wide it is. */
export const DEFAULT_COLUMNS = 80;

/** Columns below which a prompt isn't wrapped any narrower. */
export const MIN_COLUMNS = 40;

/** Bytes of typed-ahead input that are thrown away before a prompt. A terminal's own buffer holds 4 KiB on Linux (termios(3)). */
export const MAX_DISCARDED_INPUT = 1_048_576;
