import { type ExecRequest, runExec } from '@sallyport/tools';
import { absolutePath } from './absolute-path.js';
import { newCallId } from './call-id.js';
import { CliError } from './cli-error.js';
import { clientFor } from './client.js';
import { describeOutcome } from './describe-outcome.js';
import { exitStatus, signalStatus } from './exit-status.js';
import { ownPaths } from './own-paths.js';
import { ReportFile } from './report-file.js';
import { type PolicyOptions, resolveSettings, type Settings } from './settings.js';
import { isTerminal, terminalReviewer } from './terminal.js';

/** The options of `sandbox`. */
export interface CommandOptions extends PolicyOptions {
  shell?: string;
  tty?: boolean;
  timeout?: number;
  json?: boolean;
  report?: string;
}

/** The options of `exec`. */
export interface ExecOptions extends CommandOptions {
  escalate?: boolean;
  justification?: string;
}

/** `sallyport exec`: one command through both doors. Resolves to the exit status. */
export async function runExecCommand(command: readonly string[], options: ExecOptions): Promise<number> {
  if (options.justification !== undefined && options.escalate !== true) {
    throw new CliError('BAD_OPTION', '--justification says why for --escalate: give both or neither');
  }
  return run(command, options, {
    sandboxPermissions: options.escalate === true ? 'require_escalated' : 'use_default',
    ...(options.justification === undefined ? {} : { justification: options.justification }),
  });
}

/** `sallyport sandbox`: the second door alone. Nobody is asked, so nothing can be run twice or without containment. */
export async function runSandboxCommand(command: readonly string[], options: CommandOptions): Promise<number> {
  return run(command, { ...options, ask: 'never' }, { sandboxPermissions: 'use_default' });
}

async function run(
  command: readonly string[],
  options: CommandOptions,
  permissions: Pick<ExecRequest, 'sandboxPermissions' | 'justification'>,
): Promise<number> {
  const argv = argumentVector(command, options.shell);
  const settings = await resolveSettings(options);
  using report = options.report === undefined ? undefined : new ReportFile(options.report);
  using interruption = new Interruption();
  const client = clientFor({ json: options.json === true, onClosed: (signal) => interruption.abort(signal) });
  for (const warning of settings.warnings) client.warn(warning);

  const outcome = await runExec(requestFor(argv, settings, options, permissions), {
    settings: { policy: settings.policy, ask: settings.ask, protectedPaths: ownPaths() },
    reviewers: [terminalReviewer()],
    howToAskLater: 'run it again on a terminal with --escalate, which asks before it starts',
    sink: client,
    signal: interruption.signal,
  });

  report?.write(outcome);
  for (const line of describeOutcome(outcome)) client.tell(line);
  await client.flushed();
  return interruption.by === 'SIGPIPE' ? signalStatus('SIGPIPE') : exitStatus(outcome, interruption.by);
}

function argumentVector(command: readonly string[], shell: string | undefined): [string, ...string[]] {
  const [file, ...args] = command;
  if (shell !== undefined) {
    if (file !== undefined) throw new CliError('BAD_OPTION', 'give either -c TEXT or a command, not both');
    if (shell.trim() === '') throw new CliError('BAD_OPTION', '-c: the shell text is empty');
    return ['sh', '-c', shell];
  }
  if (file === undefined || file === '') {
    throw new CliError('BAD_OPTION', "there is no command: give one after `--`, or shell text with -c 'TEXT'");
  }
  return [file, ...args];
}

function requestFor(
  command: [string, ...string[]],
  settings: Settings,
  options: CommandOptions,
  permissions: Pick<ExecRequest, 'sandboxPermissions' | 'justification'>,
): ExecRequest {
  return {
    callId: newCallId(),
    command,
    cwd: absolutePath(settings.cwd),
    env: definedOnly(process.env),
    stdin: 'inherit',
    ...permissions,
    ...(options.tty === true ? { tty: terminalSize() } : {}),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
  };
}

/** Ours where we have one, else that of a VT100. */
function terminalSize(): { cols: number; rows: number } {
  return isTerminal(1) ? { cols: process.stdout.columns, rows: process.stdout.rows } : { cols: 80, rows: 24 };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

/** The signals that end the CLI end the call first: its processes, its mount points and its terminal state. */
class Interruption {
  static readonly #signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  readonly #controller = new AbortController();
  readonly #listeners = new Map<NodeJS.Signals, () => void>();
  /** The first signal that came. */
  by: NodeJS.Signals | undefined;

  constructor() {
    for (const signal of Interruption.#signals) {
      const listener = () => this.abort(signal);
      this.#listeners.set(signal, listener);
      process.on(signal, listener);
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(by: NodeJS.Signals): void {
    this.by ??= by;
    this.#controller.abort(new Error(`ended by ${by}`));
  }

  [Symbol.dispose](): void {
    for (const [signal, listener] of this.#listeners) process.off(signal, listener);
  }
}
