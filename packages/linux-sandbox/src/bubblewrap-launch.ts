import { type BubblewrapPlan, compileBubblewrapPlan, nodePathProbe, type PathProbe } from '@sallyport/sandboxing';
import { withoutMountsOn } from './bubblewrap-arguments.js';
import { BUBBLEWRAP_STDERR_PREFIX, diagnoseBubblewrap } from './diagnose-bubblewrap.js';
import { findBubblewrap } from './find-bubblewrap.js';
import type { LaunchRequest } from './launch-request.js';
import { partLoaderEnvironment } from './loader-environment.js';
import { claimMountTargets, type MountTargetClaim } from './mount-targets/claim.js';
import { endSandbox } from './mount-targets/end-sandbox.js';
import { identityOf, type ProcessIdentity } from './mount-targets/process-identity.js';
import { registryFolder } from './mount-targets/registry-folder.js';
import { nativeFolder } from './native-folder.js';
import type { LaunchFd, PreparedLaunch } from './prepared-launch.js';
import { installBubblewrap } from './probe/mend.js';
import { sandboxEnvironment } from './sandbox-environment.js';
import { SandboxUnavailableError } from './sandbox-unavailable-error.js';
import { seccompProgram } from './seccomp-program.js';
import { StatusStream } from './status-stream.js';

/** A launch in bubblewrap. Throws like {@link prepareLaunch}. */
export function prepareBubblewrap(request: LaunchRequest, command: string): PreparedLaunch {
  const { policy, cwd } = request;
  const binary =
    request.bubblewrap ??
    findBubblewrap({ path: process.env['PATH'], cwd, excludeUnder: policy.writableRoots.map(({ root }) => root) });
  if (binary === undefined) {
    throw new SandboxUnavailableError(
      'no_bubblewrap',
      'bubblewrap is needed to contain the command, and there is no bwrap on PATH',
      {
        mend: installBubblewrap(),
      },
    );
  }
  const { args, seccomp, claim } = plan(request);
  try {
    const { launcher, commandOnly } = partLoaderEnvironment(sandboxEnvironment(request.env, 'bubblewrap', policy));
    const status = new StatusStream();
    const fds: LaunchFd[] = [];
    const words = [...args];
    for (const [name, value] of commandOnly) words.push('--setenv', name, value);
    words.push('--seccomp', String(3 + fds.length));
    fds.push({ kind: 'input', data: seccompProgram(seccomp, false) });
    let sandbox: ProcessIdentity | undefined;
    words.push('--json-status-fd', String(3 + fds.length));
    fds.push({
      kind: 'output',
      onData(chunk) {
        status.push(chunk);
        const child = status.number('child-pid');
        if (sandbox !== undefined || child === undefined) return;
        sandbox = identityOf(child);
        if (sandbox !== undefined) claim.bindTo(sandbox);
      },
    });
    words.push('--', ...request.command);
    return {
      backend: 'bubblewrap',
      file: binary.path,
      args: words,
      cwd,
      env: launcher,
      fds,
      launcher: {
        stderrPrefix: BUBBLEWRAP_STDERR_PREFIX,
        depth: 2, // bwrap itself, and the first process of its PID name space
        failed: () => status.number('exit-code') === undefined,
        containerPid: () => sandbox?.pid,
      },
      diagnose: (exit) => diagnoseBubblewrap(exit, { exitCode: status.number('exit-code'), command }),
      [Symbol.dispose]() {
        if (sandbox !== undefined) endSandbox(sandbox);
        claim.release();
      },
    };
  } catch (error) {
    claim.release();
    throw error;
  }
}

function plan(request: LaunchRequest): {
  args: readonly string[];
  seccomp: BubblewrapPlan['seccomp'];
  claim: MountTargetClaim;
} {
  const { policy, cwd } = request;
  // Without a writable root there is nothing to protect and nothing to create.
  if (policy.writableRoots.length === 0) {
    const { args, seccomp } = compileBubblewrapPlan(policy, { cwd });
    return { args, seccomp, claim: { impossible: [], bindTo: () => {}, release: () => {} } };
  }
  const folder = request.registryFolder ?? registryFolder();
  const protectedPaths = [folder, nativeFolder(), ...(request.protectedPaths ?? [])];
  const { plan: compiled, claim } = claimMountTargets(folder, (isStandIn) => {
    const compiled = compileBubblewrapPlan(policy, { cwd, protectedPaths }, hiding(isStandIn));
    return { plan: compiled, targets: compiled.syntheticTargets };
  });
  try {
    const args = claim.impossible.length === 0 ? compiled.args : withoutMountsOn(claim.impossible, compiled.args);
    return { args, seccomp: compiled.seccomp, claim };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** The file system without other sandboxes' stand-ins, which may vanish at any time. */
function hiding(isStandIn: (path: string) => boolean): PathProbe {
  return {
    kindOf: (path) => (isStandIn(path) ? 'missing' : nodePathProbe.kindOf(path)),
    realpath: (path) => (isStandIn(path) ? undefined : nodePathProbe.realpath(path)),
    readLink: (path) => (isStandIn(path) ? undefined : nodePathProbe.readLink(path)),
    readText: (path) => (isStandIn(path) ? undefined : nodePathProbe.readText(path)),
  };
}
