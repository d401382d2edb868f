import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyForMode, resolvePolicy } from '@sallyport/sandboxing';
import { type BubblewrapBinary, findBubblewrap, findHelper } from '../find-bubblewrap.js';
import { landlockAbi } from '../landlock-abi.js';
import type { LaunchRequest } from '../launch-request.js';
import { PROBE_OUTPUT_BYTES, PROBE_TIMEOUT_MS } from '../limits.js';
import { effectiveUser } from '../mount-targets/registry-folder.js';
import { DEFAULT_PATH, executability, pathCandidates } from '../path-lookup.js';
import { prepareLaunch } from '../prepare-launch.js';
import type { LaunchDiagnosis } from '../prepared-launch.js';
import { runLaunch } from '../run-launch.js';
import { SandboxUnavailableError } from '../sandbox-unavailable-error.js';
import { readOsRelease } from './distribution.js';
import { explainNamespaces, type NamespaceFacts } from './explain-namespaces.js';
import { buildHelper, installBubblewrap, installCompiler, type MendContext } from './mend.js';
import { probeBubblewrap } from './probe-bubblewrap.js';
import { isWsl1 } from './wsl.js';

/** One fact about this machine. */
export interface SandboxCheck {
  readonly name:
    | 'platform'
    | 'bubblewrap'
    | 'user_namespaces'
    | 'bubblewrap_run'
    | 'native_helper'
    | 'compiler'
    | 'landlock'
    | 'seccomp';
  /** `warn`: something is missing that isn't needed as long as the rest works. */
  readonly status: 'ok' | 'warn' | 'fail';
  /** One line. */
  readonly detail: string;
  /** A command, or one sentence, that mends it. */
  readonly mend?: string;
}

/** What this machine can enforce. */
export interface LinuxSandboxReport {
  readonly checks: readonly SandboxCheck[];
  /** Whether a command was really contained by it, just now. */
  readonly backends: { readonly bubblewrap: boolean; readonly landlock: boolean };
  /** 0 when there is no Landlock, or no helper to ask it. */
  readonly landlockAbi: number;
}

/** Where to look. Every default is this process's own. */
export interface ProbeOptions {
  /** PATH for `bwrap` and the compiler. */
  readonly path?: string;
  /** A `bwrap` below it isn't trusted. */
  readonly cwd?: string;
  /** More such folders. */
  readonly excludeUnder?: readonly string[];
  /** `null` acts as if it weren't built. */
  readonly helper?: string | null;
  readonly osRelease?: string;
  /** The text of /proc/version. */
  readonly procVersion?: string;
}

/**
 * Tries out what this machine can enforce: runs `bwrap` with the frame of a real command (name spaces, fresh /proc,
 * loopback, system-call filter) and the helper with Landlock, and looks at what the contained process was left with.
 * Takes about 50 ms; changes nothing. Where something fails, the check names the reason and what mends it.
 */
export async function probeLinuxSandbox(options: ProbeOptions = {}): Promise<LinuxSandboxReport> {
  const context: MendContext = { osRelease: options.osRelease ?? readOsRelease(), isRoot: effectiveUser() === 0 };
  const platform = checkPlatform(options.procVersion ?? readText('/proc/version') ?? '');
  if (platform.status === 'fail') {
    return { checks: [platform], backends: { bubblewrap: false, landlock: false }, landlockAbi: 0 };
  }
  const path = options.path ?? process.env['PATH'];
  const binary = findBubblewrap({ path, cwd: options.cwd ?? process.cwd(), excludeUnder: options.excludeUnder ?? [] });
  const helper = options.helper === undefined ? findHelper() : (options.helper ?? undefined);
  const abi = landlockAbi(helper);

  const [bubblewrap, bubblewrapTrial, landlockTrial, namespaces, compiler] = await Promise.all([
    checkBubblewrap(binary, context),
    binary === undefined ? undefined : tryOut({ backend: 'bubblewrap', bubblewrap: binary }),
    helper === undefined || abi === 0 ? undefined : tryOut({ backend: 'landlock', helper, landlockAbi: abi }),
    tryNamespaces(helper),
    checkCompiler(path, helper !== undefined, context),
  ]);
  const namespaceCheck = checkNamespaces(namespaces, bubblewrapTrial, context);
  return {
    checks: [
      platform,
      bubblewrap,
      namespaceCheck,
      checkBubblewrapRun(bubblewrapTrial, namespaceCheck),
      checkHelper(helper),
      compiler,
      checkLandlock(abi, helper, landlockTrial),
      checkSeccomp(bubblewrapTrial, landlockTrial),
    ],
    backends: { bubblewrap: bubblewrapTrial?.contained === true, landlock: landlockTrial?.contained === true },
    landlockAbi: abi,
  };
}

function checkPlatform(procVersion: string): SandboxCheck {
  const name = 'platform';
  if (process.platform !== 'linux') return { name, status: 'fail', detail: `${process.platform} is not Linux` };
  if (isWsl1(procVersion)) {
    return {
      name,
      status: 'fail',
      detail: 'WSL 1 has neither user name spaces nor Landlock',
      mend: 'wsl.exe --set-version <distribution> 2 (in Windows)',
    };
  }
  if (process.arch !== 'x64' && process.arch !== 'arm64') {
    return { name, status: 'fail', detail: `no system-call filter for the architecture ${process.arch}` };
  }
  const release = /^Linux version (\S+)/.exec(procVersion)?.[1] ?? 'of unknown version';
  return { name, status: 'ok', detail: `Linux ${release}, ${process.arch}` };
}

async function checkBubblewrap(binary: BubblewrapBinary | undefined, context: MendContext): Promise<SandboxCheck> {
  const name = 'bubblewrap';
  const mend = installBubblewrap(context);
  if (binary === undefined) {
    return { name, status: 'fail', detail: 'no bwrap on PATH outside the working directory, and none bundled', mend };
  }
  const probe = await probeBubblewrap(binary.path);
  if (probe.kind === 'broken') return { name, status: 'fail', detail: probe.reason, mend };
  const detail = `${binary.path} (${binary.origin}), version ${probe.version ?? 'unknown'}`;
  if (probe.missing.length > 0) {
    return { name, status: 'fail', detail: `${detail}, is too old: it lacks ${probe.missing.join(', ')}`, mend };
  }
  return { name, status: 'ok', detail };
}

/** What became of a harmless command in a read-only sandbox. */
interface Trial {
  readonly contained: boolean;
  /** Why not. */
  readonly fault?: string;
  readonly diagnosis?: LaunchDiagnosis;
  readonly mend?: string | undefined;
  /** Whether a system-call filter was in force. */
  readonly filtered: boolean;
}

async function tryOut(
  request: Pick<LaunchRequest, 'backend' | 'bubblewrap' | 'helper' | 'landlockAbi'>,
): Promise<Trial> {
  const scratch = mkdtempSync(join(tmpdir(), 'sallyport-probe-'));
  try {
    const file = join(scratch, 'forbidden');
    using launch = prepareLaunch({
      ...request,
      policy: resolvePolicy(policyForMode('read-only'), { cwd: '/' }),
      command: ['sh', '-c', '(: > "$1") 2>/dev/null; cat /proc/self/status', 'sh', file],
      cwd: '/',
      env: { PATH: DEFAULT_PATH },
    });
    const { diagnosis, stdout } = await runLaunch(launch, {
      timeoutMs: PROBE_TIMEOUT_MS,
      outputBytes: PROBE_OUTPUT_BYTES,
    });
    if (diagnosis.kind !== 'command_ran')
      return { contained: false, fault: diagnosis.message, diagnosis, filtered: false };
    const filtered = /^Seccomp:\s*2$/m.test(stdout);
    const fault = existsSync(file)
      ? 'a write that the policy forbids went through'
      : diagnosis.exitCode !== 0
        ? `the trial command ended with status ${diagnosis.exitCode}`
        : !filtered
          ? 'no system-call filter was in force'
          : !/^NoNewPrivs:\s*1$/m.test(stdout)
            ? 'no_new_privs was not set'
            : !/^CapEff:\s*0+$/m.test(stdout) || !/^CapPrm:\s*0+$/m.test(stdout)
              ? 'the command kept capabilities'
              : undefined;
    return fault === undefined
      ? { contained: true, diagnosis, filtered }
      : { contained: false, fault, diagnosis, filtered };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return {
      contained: false,
      fault,
      filtered: false,
      mend: error instanceof SandboxUnavailableError ? error.mend : undefined,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `undefined` when there is no helper to try it with. */
function tryNamespaces(helper: string | undefined): Promise<'ok' | string | undefined> {
  if (helper === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile(helper, ['user-namespaces'], { timeout: PROBE_TIMEOUT_MS, env: {} }, (error, stdout) => {
      resolve(error === null ? stdout.trim().replace(/^\d+ /, '') : undefined);
    });
  });
}

function checkNamespaces(tried: string | undefined, trial: Trial | undefined, context: MendContext): SandboxCheck {
  const name = 'user_namespaces';
  if (trial?.contained === true) return { name, status: 'ok', detail: 'can be created' };
  const refused =
    tried !== undefined && tried !== 'ok'
      ? tried
      : trial?.diagnosis?.kind === 'setup_failed' && trial.diagnosis.reason === 'no_namespaces'
        ? trial.diagnosis.message
        : undefined;
  if (refused !== undefined) {
    const { detail, mend } = explainNamespaces(namespaceFacts(), context);
    return {
      name,
      status: 'fail',
      detail: `can't be created (${refused}): ${detail}`,
      ...(mend === undefined ? {} : { mend }),
    };
  }
  if (tried === 'ok') return { name, status: 'ok', detail: 'can be created' };
  return { name, status: 'warn', detail: 'not tried: there is neither bwrap nor the helper to try it with' };
}

function checkBubblewrapRun(trial: Trial | undefined, namespaces: SandboxCheck): SandboxCheck {
  const name = 'bubblewrap_run';
  if (trial === undefined) return { name, status: 'fail', detail: 'not tried: no bwrap' };
  if (trial.contained) {
    return {
      name,
      status: 'ok',
      detail: 'a command ran with its own name spaces, /proc and loopback, without capabilities',
    };
  }
  const fault = trial.fault ?? 'failed';
  if (namespaces.status === 'fail') return { name, status: 'fail', detail: fault, ...mendOf(namespaces.mend) };
  if (trial.diagnosis?.kind === 'setup_failed' && trial.diagnosis.reason === 'proc_mount') {
    return {
      name,
      status: 'fail',
      detail: `${fault} (this container masks parts of /proc)`,
      mend: 'start the container with --security-opt systempaths=unconfined',
    };
  }
  return { name, status: 'fail', detail: fault, ...mendOf(trial.mend) };
}

function checkHelper(helper: string | undefined): SandboxCheck {
  const name = 'native_helper';
  if (helper !== undefined) return { name, status: 'ok', detail: helper };
  return {
    name,
    status: 'warn',
    detail: 'not built: no Landlock, and an unsandboxed command can outlive a caller that is killed',
    mend: buildHelper(),
  };
}

async function checkCompiler(
  path: string | undefined,
  helperBuilt: boolean,
  context: MendContext,
): Promise<SandboxCheck> {
  const name = 'compiler';
  for (const compiler of ['cc', 'gcc', 'clang']) {
    for (const { file, relativeEntry } of pathCandidates(compiler, path ?? '', '/')) {
      if (relativeEntry || executability(file) !== 'executable') continue;
      if (await answers(file)) return { name, status: 'ok', detail: file };
    }
  }
  const detail = helperBuilt ? 'none, and none needed: the helper is built' : 'no cc, gcc or clang on PATH that works';
  return helperBuilt
    ? { name, status: 'ok', detail }
    : { name, status: 'warn', detail, mend: installCompiler(context) };
}

function answers(compiler: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(compiler, ['--version'], { timeout: PROBE_TIMEOUT_MS, maxBuffer: PROBE_OUTPUT_BYTES }, (error) =>
      resolve(error === null),
    );
  });
}

function checkLandlock(abi: number, helper: string | undefined, trial: Trial | undefined): SandboxCheck {
  const name = 'landlock';
  if (helper === undefined) return { name, status: 'warn', detail: 'not tried: no helper', mend: buildHelper() };
  if (trial === undefined) {
    return {
      name,
      status: 'warn',
      detail: 'this kernel has none, or it is switched off',
      mend: 'boot Linux 5.13 or later with landlock in the lsm= list',
    };
  }
  if (!trial.contained)
    return { name, status: 'warn', detail: `version ${abi}: ${trial.fault ?? 'failed'}`, ...mendOf(trial.mend) };
  return { name, status: 'ok', detail: `version ${abi}: a forbidden write was denied` };
}

function checkSeccomp(...trials: (Trial | undefined)[]): SandboxCheck {
  const name = 'seccomp';
  if (trials.some((trial) => trial?.filtered === true)) {
    return { name, status: 'ok', detail: 'a command ran under a system-call filter' };
  }
  const available = /^Seccomp:/m.test(readText('/proc/self/status') ?? '');
  return available
    ? { name, status: 'warn', detail: 'the kernel has it; not tried, since no backend works' }
    : {
        name,
        status: 'fail',
        detail: 'this kernel is built without it',
        mend: 'use a kernel with CONFIG_SECCOMP_FILTER',
      };
}

function namespaceFacts(): NamespaceFacts {
  const limit = (kind: string): string | undefined => readText(`/proc/sys/user/max_${kind}_namespaces`);
  return {
    limits: { user: limit('user'), mnt: limit('mnt'), pid: limit('pid'), ipc: limit('ipc'), net: limit('net') },
    unprivilegedClone: readText('/proc/sys/kernel/unprivileged_userns_clone'),
    appArmorRestriction: readText('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    ownStatus: readText('/proc/self/status'),
    inContainer: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function mendOf(mend: string | undefined): { mend?: string } {
  return mend === undefined ? {} : { mend };
}
