import type { ReviewRoute } from '@sallyport/approval';

/**
 * Asks the user where there is one: on a terminal, that is with stdin and stderr on one. The prompt's code and
 * `process.stdin` are only touched when there is something to ask, so that the command has the terminal until then.
 */
export function terminalReviewer(): ReviewRoute {
  return {
    by: 'user',
    isAvailable: () => isTerminal(0) && isTerminal(2),
    async review(request, options) {
      const { createTerminalReviewer } = await import('./prompt.js');
      return createTerminalReviewer({ input: process.stdin, output: process.stderr }).review(request, options);
    },
  };
}

/** Whether a descriptor is a terminal. Few runs ask, so `node:tty` isn't loaded before. */
export function isTerminal(fd: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(fd);
}
