import {
  type BubblewrapBinary,
  findBubblewrap,
  findHelper,
  type LaunchDiagnosis,
  landlockAbi,
  prepareLaunch,
} from '@sallyport/linux-sandbox';
import type { ExecOutput, SandboxBackend } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';
import { isSallyportError } from '@sallyport/protocol/sallyport-error';
import { type BackendChoice, classifyDenial, type DenialFindings, selectBackend } from '@sallyport/sandboxing';
import { execProcess, type ProcessExit } from '@sallyport/unified-exec';
import type { ExecRequest, ExecSettings } from './exec-request.js';
import { nodeHostAccess } from './host-access.js';

type AttemptSettings = Pick<ExecSettings, 'policy' | 'protectedPaths'>;
type Launchable = 'bubblewrap' | 'landlock' | 'none';

interface Ended {
  backend: SandboxBackend;
  startedAtMs: number;
  durationMs: number;
  output: ExecOutput;
}

/** How one attempt ended. `denial` only where the sandbox is known, or believed, to have blocked it. */
export type ExecAttemptResult =
  | ({ kind: 'exited'; exitCode: number; denial?: DenialFindings } & Ended)
  | ({ kind: 'timed_out' } & Ended)
  | ({ kind: 'aborted' } & Ended)
  | { kind: 'failed_to_start'; backend: SandboxBackend; code: string; reason: string; exitCode?: 126 | 127 };

/** What the attempt tells while it goes on. */
export interface ExecAttemptSink {
  /** Before each launch. More than one only when the one before couldn't set its sandbox up, so that nothing ran. */
  onLaunch(backend: SandboxBackend): void;
  onWarning(message: string): void;
  onOutput?(stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void>;
}

/**
 * Runs the command once, in the containment that its policy needs, or without one.
 *
 * bubblewrap is expected to work: asking first would cost a process for each command. Where it reports that it couldn't
 * set up, the command hasn't run, and the choice is made again with that fact.
 */
export async function execAttempt(
  request: ExecRequest,
  settings: AttemptSettings,
  options: { contained: boolean; sink: ExecAttemptSink; signal?: AbortSignal },
): Promise<ExecAttemptResult> {
  if (!options.contained) return launch(request, settings, 'none', options);
  const bubblewrap = findBubblewrap({
    path: process.env['PATH'],
    cwd: request.cwd,
    excludeUnder: settings.policy.writableRoots.map(({ root }) => root),
  });
  const first = chooseBackend(settings, bubblewrap === undefined ? 'missing' : 'works');
  if (first.backend !== 'bubblewrap') return launchChoice(request, settings, first, options);
  const result = await launch(request, settings, 'bubblewrap', options, 'bubblewrap', bubblewrap);
  if (result.kind !== 'failed_to_start' || result.code !== SETUP_FAILED) return result;

  const second = chooseBackend(settings, result.reason);
  if (second.backend !== 'landlock') return result;
  options.sink.onWarning(`bubblewrap can't set a sandbox up here (${result.reason}): contained with Landlock instead`);
  return launch(request, settings, 'landlock', options);
}

/** The launcher couldn't make the containment, and nothing ran. */
const SETUP_FAILED = 'SANDBOX_SETUP_FAILED';

function chooseBackend(settings: AttemptSettings, bubblewrap: string): BackendChoice {
  return selectBackend(settings.policy, {
    platform: process.platform,
    bubblewrap,
    // The helper is only asked where it matters: where bubblewrap is out.
    landlockAbi: bubblewrap === 'works' ? 0 : landlockAbi(findHelper()),
  });
}

function launchChoice(
  request: ExecRequest,
  settings: AttemptSettings,
  choice: BackendChoice,
  options: Parameters<typeof execAttempt>[2],
): ExecAttemptResult | Promise<ExecAttemptResult> {
  switch (choice.backend) {
    case 'none':
    case 'bubblewrap':
    case 'landlock':
      return launch(request, settings, choice.backend, options);
    case 'external':
      // Somebody else contains the whole of this process: that was the policy's word, and there's nothing to add.
      return launch(request, settings, 'none', options, 'external');
    case 'refused':
      return {
        kind: 'failed_to_start',
        backend: 'none',
        code: 'SANDBOX_UNAVAILABLE',
        reason: choice.mend === undefined ? choice.reason : `${choice.reason}. To mend it: ${choice.mend}`,
      };
    default:
      return assertNever(choice, 'backend');
  }
}

async function launch(
  request: ExecRequest,
  settings: AttemptSettings,
  launchable: Launchable,
  { sink, signal }: Parameters<typeof execAttempt>[2],
  backend: SandboxBackend = launchable,
  bubblewrap?: BubblewrapBinary,
): Promise<ExecAttemptResult> {
  try {
    using prepared = prepareLaunch({
      policy: settings.policy,
      backend: launchable,
      command: request.command,
      cwd: request.cwd,
      env: request.env,
      ...(bubblewrap === undefined ? {} : { bubblewrap }),
      ...(settings.protectedPaths === undefined ? {} : { protectedPaths: settings.protectedPaths }),
    });
    sink.onLaunch(backend);
    const exit = await execProcess(
      { ...prepared, stdin: request.stdin, ...(request.tty === undefined ? {} : { tty: request.tty }) },
      {
        ...(signal === undefined ? {} : { signal }),
        ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
        ...(sink.onOutput === undefined ? {} : { onOutput: sink.onOutput.bind(sink) }),
      },
    );
    const diagnosis = prepared.diagnose({
      exitCode: exit.exitCode,
      signal: exit.signal,
      ...(exit.launcherStderr === undefined ? {} : { launcherStderr: exit.launcherStderr }),
    });
    return judge(request, settings, backend, exit, diagnosis);
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    return failedToStart(error, backend);
  }
}

function failedToStart(error: unknown, backend: SandboxBackend): ExecAttemptResult {
  const { code, message } =
    error instanceof Error && 'code' in error ? error : { code: 'UNKNOWN', message: String(error) };
  const exitCode = error instanceof Error && 'exitCode' in error ? error.exitCode : undefined;
  return {
    kind: 'failed_to_start',
    backend,
    code: String(code),
    reason: message,
    ...(exitCode === 126 || exitCode === 127 ? { exitCode } : {}),
  };
}

function judge(
  request: ExecRequest,
  settings: AttemptSettings,
  backend: SandboxBackend,
  exit: ProcessExit,
  diagnosis: LaunchDiagnosis,
): ExecAttemptResult {
  const ended = { backend, startedAtMs: exit.startedAtMs, durationMs: exit.durationMs, output: exit.output };
  if (exit.reason !== 'exited') return { kind: exit.reason, ...ended };
  switch (diagnosis.kind) {
    case 'setup_failed':
      return { kind: 'failed_to_start', backend, code: SETUP_FAILED, reason: diagnosis.message };
    case 'exec_failed':
      return {
        kind: 'failed_to_start',
        backend,
        code: 'EXEC_FAILED',
        reason: diagnosis.message,
        exitCode: diagnosis.exitCode,
      };
    case 'command_ran': {
      const denial = denialOf(request, settings, backend, exit.output, diagnosis);
      return { kind: 'exited', exitCode: diagnosis.exitCode, ...(denial === undefined ? {} : { denial }), ...ended };
    }
    default:
      return assertNever(diagnosis, 'diagnosis');
  }
}

function denialOf(
  request: ExecRequest,
  settings: AttemptSettings,
  backend: SandboxBackend,
  output: ExecOutput,
  { exitCode, signal, kernelReport }: Extract<LaunchDiagnosis, { kind: 'command_ran' }>,
): DenialFindings | undefined {
  // Nothing contained it, or nothing of ours that we could speak for.
  if (backend === 'none' || backend === 'external') return undefined;
  return classifyDenial({
    backend,
    policy: settings.policy,
    cwd: request.cwd,
    command: request.command,
    ...(request.env['HOME'] === undefined ? {} : { home: request.env['HOME'] }),
    exitCode,
    ...(signal === undefined ? {} : { signal }),
    ...(kernelReport === undefined ? {} : { kernelReport }),
    stdout: output.stdout.text,
    stderr: output.stderr.text,
    isTerminal: request.tty !== undefined,
    host: nodeHostAccess,
  });
}
