/** Characters of a command's output that the reason for a retry quotes. */
export const MAX_EVIDENCE_TEXT = 300;
