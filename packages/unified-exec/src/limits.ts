/** How much of each stream is kept, in bytes: half of it from the start, half from the end. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;

/** How long a command has between SIGTERM and SIGKILL, in milliseconds. */
export const GRACE_MS = 2_000;

/**
 * How long output is waited for after the end, in milliseconds: a process left behind may hold the pipes open for ever.
 * Time in which the receiver of the output is busy doesn't count.
 */
export const DRAIN_MS = 500;

/** How long killed processes are waited for, in milliseconds. One that the kernel can't end now is given up. */
export const KILL_DEADLINE_MS = 5_000;

/** How long a launcher has to end by itself when everything below it is dead, in milliseconds. */
export const LAUNCHER_END_MS = 1_000;

/** The pause between two looks at a process tree that is being killed, in milliseconds: there is no event for its end. */
export const KILL_ROUND_MS = 5;

/** The most of a launcher's own messages that is held back until it's known whose they are, in bytes. */
export const HELD_BACK_BYTES = 64 * 1024;
