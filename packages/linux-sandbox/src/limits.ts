/** How long one probing process (`bwrap --help`, a trial run) may take, in milliseconds. */
export const PROBE_TIMEOUT_MS = 5_000;

/** How much of a probing process's output is read, in bytes of each stream. */
export const PROBE_OUTPUT_BYTES = 64 * 1024;

/** How much an unfinished line of a launcher's status may hold, in characters. Our launchers write less than 300. */
export const STATUS_LINE_CHARACTERS = 16 * 1024;

/** How long to wait for another process that is just preparing or ending a sandbox, in milliseconds. It needs about one. */
export const REGISTRY_LOCK_TIMEOUT_MS = 5_000;

/** The longest pause between two looks at a lock that somebody else holds, in milliseconds. */
export const REGISTRY_LOCK_PAUSE_MS = 1;

/** How long to wait for the last process of an ended sandbox to be gone before its stand-ins are left to the next launch. */
export const NAMESPACE_END_TIMEOUT_MS = 2_000;

/** The largest marker that is read, in bytes. Ours hold a few hundred bytes a stand-in. */
export const MARKER_BYTES = 1024 * 1024;
