/** The largest `.git` pointer file that is read, in bytes. Git writes one line. */
export const POINTER_FILE_BYTES = 64 * 1024;

/** How many symbolic links are followed for one path: the kernel's own limit (path_resolution(7)). */
export const SYMLINK_DEPTH = 40;

/** How many arguments bubblewrap takes (`MAX_ARGS` in bubblewrap.c); more end it before it does anything. */
export const BUBBLEWRAP_ARGUMENTS = 9_000;

/** The longest single argument that Linux passes to a program, in bytes (`MAX_ARG_STRLEN`, execve(2)). */
export const ARGUMENT_BYTES = 128 * 1024;

/** How much of each stream is searched for evidence of a denial, in characters from its end. */
export const SEARCHED_CHARACTERS = 64 * 1024;

/** How many pieces of evidence a denial holds. More say no more. */
export const EVIDENCE_COUNT = 8;

/** The longest line that evidence quotes, in characters. */
export const EVIDENCE_TEXT_CHARACTERS = 512;

/** How many candidate paths are looked up for one ended command. */
export const CANDIDATE_PATHS = 64;
