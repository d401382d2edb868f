import { type CommandOptions, type ExecOptions, runExecCommand, runSandboxCommand } from './exec.js';
import { NEVER_RAN } from './exit-status.js';
import { quickParse } from './quick-parse.js';

/**
 * Runs the CLI and sets `process.exitCode`. Never throws: what a person can mend is one line on stderr.
 *
 * `exec` and `sandbox` are what the program is for, and what its start is measured by: they're part of the first file,
 * and a plain command line of theirs is read without the parser that also writes help and explains mistakes.
 *
 * @param args what stands after the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  const handlers = {
    exec: async (command: string[], options: ExecOptions) => {
      process.exitCode = await runExecCommand(command, options);
    },
    sandbox: async (command: string[], options: CommandOptions) => {
      process.exitCode = await runSandboxCommand(command, options);
    },
  };
  try {
    const quick = quickParse(args);
    if (quick !== undefined) return await handlers[quick.name](quick.command, quick.options);
    const { runCommandLine } = await import('./command-line.js');
    process.exitCode = (await runCommandLine(args, handlers)) ?? process.exitCode;
  } catch (error) {
    const { reportFailure } = await import('./report-failure.js');
    reportFailure(error);
    process.exitCode = NEVER_RAN;
  }
}
