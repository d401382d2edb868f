import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { NEVER_RAN } from './exit-status.js';

/**
 * Runs the CLI and sets `process.exitCode`. Never throws: what a person can mend is one line on stderr.
 *
 * Everything behind a subcommand is imported when it's chosen, so that `exec` doesn't pay for `doctor`.
 *
 * @param args what stands after the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end with 0, everything else is bad input: commander has printed its line already.
      process.exitCode = error.exitCode === 0 ? 0 : NEVER_RAN;
      return;
    }
    const { reportFailure } = await import('./report-failure.js');
    reportFailure(error);
    process.exitCode = NEVER_RAN;
  }
}

function buildProgram(): Command {
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
      const { runExecCommand } = await import('./exec.js');
      process.exitCode = await runExecCommand(command, options);
    });

  commandOptions(
    policyOptions(program.command('sandbox [command...]'))
      .description('containment only: no approval and no retry')
      .passThroughOptions(),
  )
    .addHelpText('after', `\nExample:\n  $ sallyport sandbox -s read-only -- ls -la\n${EXIT_STATUS}`)
    .action(async (command: string[], options) => {
      const { runSandboxCommand } = await import('./exec.js');
      process.exitCode = await runSandboxCommand(command, options);
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
  const value = Number(text);
  // setTimeout(3) of Node takes 2^31 - 1 at the most and treats more as 1.
  if (!Number.isInteger(value) || value < 1 || value > 2_147_483_647) {
    throw new InvalidArgumentError('expected whole milliseconds from 1 to 2147483647.');
  }
  return value;
}

/** commander puts its suggestion on a second line; ours is one line with our name. */
function oneLine(text: string): string {
  return `sallyport: ${text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')}\n`;
}
