import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CommandOptions, ExecOptions } from './exec.js';
import { NEVER_RAN } from './exit-status.js';
import { parseMilliseconds } from './parse-milliseconds.js';

/** What the commands do. */
export interface CommandHandlers {
  exec(command: string[], options: ExecOptions): Promise<void>;
  sandbox(command: string[], options: CommandOptions): Promise<void>;
}

/**
 * Reads a command line and runs its command. `policy` and `doctor` are imported when they're chosen.
 *
 * @param args what stands after the program's name
 * @returns the status of bad input or of help; `undefined` when a command ran
 */
export async function runCommandLine(args: readonly string[], handlers: CommandHandlers): Promise<number | undefined> {
  try {
    await buildProgram(handlers).parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help ends with 0, everything else is bad input: commander has printed its line already.
    return error.exitCode === 0 ? 0 : NEVER_RAN;
  }
}

function buildProgram(handlers: CommandHandlers): Command {
  const program = new Command('sallyport')
    .description('Runs commands for AI agents: asks first, contains them, and says what was blocked.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .addHelpText('after', "\nExample:\n  $ sallyport exec -- sh -c 'echo hi > a.txt'")
    .usage('[options] <command>')
    .argument('[command]')
    .allowExcessArguments()
    .action((name: string | undefined) => unknownCommand(program, name));

  commandOptions(
    policyOptions(program.command('exec [command...]'))
      .description('one command through approval, sandbox, attempt and, after a denial, approval and retry')
      .passThroughOptions()
      .addOption(askOption())
      .option('--escalate', 'ask to run without the sandbox from the start')
      .option('--justification <text>', 'why it should run without the sandbox; shown to whoever is asked'),
  )
    .addHelpText(
      'after',
      `\nExamples:\n  $ sallyport exec -- npm test\n  $ sallyport exec -c 'make && ./run > log'\n${EXIT_STATUS}`,
    )
    .action(async (command: string[], options) => {
      await handlers.exec(command, options);
    });

  commandOptions(
    policyOptions(program.command('sandbox [command...]'))
      .description('containment only: no approval and no retry')
      .passThroughOptions(),
  )
    .addHelpText('after', `\nExample:\n  $ sallyport sandbox -s read-only -- ls -la\n${EXIT_STATUS}`)
    .action(async (command: string[], options) => {
      await handlers.sandbox(command, options);
    });

  const policy = program.command('policy').description('what a policy means').exitOverride();
  policy
    .usage('[options] <command>')
    .argument('[command]')
    .allowExcessArguments()
    .action((name: string | undefined) => unknownCommand(policy, name));
  policyOptions(policy.command('explain [paths...]'))
    .description('who may read or write each path, and which entry decides')
    .addOption(
      new Option('--plan <backend>', 'print the compiled plan instead').choices(['bubblewrap', 'landlock', 'seccomp']),
    )
    .option('--json', 'one JSON object a line')
    .addHelpText(
      'after',
      '\nExamples:\n  $ sallyport policy explain .git ~/.ssh\n  $ sallyport policy explain --plan bubblewrap',
    )
    .action(async (paths: string[], options) => {
      const { explainPolicy } = await import('./policy-explain.js');
      process.exitCode = await explainPolicy(paths, options);
    });

  program
    .command('doctor')
    .description('what this machine can enforce, what is missing, and the command that mends it')
    .option('--json', 'the report as one JSON object')
    .addHelpText('after', '\nExample:\n  $ sallyport doctor --json')
    .action(async (options) => {
      const { runDoctor } = await import('./doctor.js');
      process.exitCode = await runDoctor(options);
    });

  return program;
}

/** Without a command: help. */
function unknownCommand(parent: Command, name: string | undefined): void {
  if (name === undefined) parent.help();
  parent.error(
    `there is no command '${name}': there are ${parent.commands.map((command) => command.name()).join(', ')}`,
  );
}

const EXIT_STATUS = `
Exit status: the command's own (also when the sandbox blocked it; stderr says so); 128+N when signal N ended it;
124 on a time-out; 125 when it never ran; 126 when it isn't executable; 127 when it isn't found.`;

function policyOptions(command: Command): Command {
  return command
    .exitOverride()
    .option('-C, --cd <dir>', 'the folder to run in, which is also the workspace')
    .addOption(
      new Option('-s, --sandbox <mode>', 'what the command may touch (default: workspace-write)')
        .choices(['read-only', 'workspace-write', 'danger-full-access'])
        .conflicts('permissions'),
    )
    .option(
      '-P, --permissions <name>',
      'a permission profile of the configuration, or :read-only, :workspace, :danger-full-access',
    )
    .option('--add-dir <dir>', 'one more folder that may be written (repeatable)', collect)
    .option('--network', 'let the command use the network')
    .option('--no-network', 'no network (the default)')
    .option('--config <key=value>', 'a configuration key for this run (repeatable)', collect);
}

function commandOptions(command: Command): Command {
  return command
    .option('-c, --shell <text>', 'shell text to run with sh -c, instead of a command')
    .option('-t, --tty', 'run it on a terminal of its own instead of pipes')
    .option('--timeout <ms>', 'end it after this many milliseconds', milliseconds)
    .option('--json', 'one JSON object a line; the last one is the outcome')
    .option('--report <file>', "the outcome as JSON, where stdout is the command's");
}

function askOption(): Option {
  return new Option('-a, --ask <when>', 'when somebody is asked (default: on-request)').choices([
    'untrusted',
    'on-request',
    'never',
    'on-failure',
  ]);
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function milliseconds(text: string): number {
  const value = parseMilliseconds(text);
  if (value === undefined) throw new InvalidArgumentError('expected whole milliseconds from 1 to 2147483647.');
  return value;
}

/** commander puts its suggestion on a second line; ours is one line with our name. */
function oneLine(text: string): string {
  return `sallyport: ${text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')}\n`;
}
