/**
 * One of our modules, with everything of ours that it imports, as plain JavaScript: for a process of its own that is to
 * be killed. Returns the file's path.
 */
export function bundle(entry: string, folder: string): Promise<string>;
