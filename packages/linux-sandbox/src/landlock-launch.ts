import { realpathSync } from 'node:fs';
import { compileLandlockPlan, type LandlockPlan } from '@sallyport/sandboxing';
import { diagnoseHelper, HELPER_STDERR_PREFIX, helperStarted } from './diagnose-helper.js';
import { findHelper } from './find-bubblewrap.js';
import { encodeHelperPlan } from './helper-plan.js';
import { landlockAbi } from './landlock-abi.js';
import type { LaunchRequest } from './launch-request.js';
import { partLoaderEnvironment } from './loader-environment.js';
import { isErrno } from './path-lookup.js';
import type { PreparedLaunch } from './prepared-launch.js';
import { buildHelper } from './probe/mend.js';
import { sandboxEnvironment } from './sandbox-environment.js';
import { SandboxUnavailableError } from './sandbox-unavailable-error.js';
import { seccompProgram } from './seccomp-program.js';
import { StatusStream } from './status-stream.js';

/** A launch in the helper with Landlock and seccomp. Throws like {@link prepareLaunch}. */
export function prepareLandlock(request: LaunchRequest, command: string): PreparedLaunch {
  const { policy } = request;
  const helper = request.helper === undefined ? findHelper() : (request.helper ?? undefined);
  if (helper === undefined) {
    throw new SandboxUnavailableError('no_helper', 'Landlock needs sallyport-helper, which is not built', {
      mend: buildHelper(),
    });
  }
  if (policy.decide(helper).access === 'write') {
    // Landlock can't make an exception below a folder that it opens.
    throw new SandboxUnavailableError(
      'helper_writable',
      `the policy lets the command replace ${helper}, which contains it`,
      {
        mend: 'install bubblewrap, or Sallyport outside the writable folders',
      },
    );
  }
  const abi = request.landlockAbi ?? landlockAbi(helper);
  if (abi === 0) {
    throw new SandboxUnavailableError('no_landlock', 'this kernel has no Landlock, or it is switched off', {
      mend: 'boot with lsm=landlock,… on Linux 5.13 or later, or install bubblewrap',
    });
  }
  const compiled = compileLandlockPlan(policy, { abi });
  if (compiled.kind === 'refused') {
    const rule = compiled.rule === undefined ? '' : ` (${compiled.rule})`;
    throw new SandboxUnavailableError(
      'not_expressible',
      `Landlock can't enforce this policy: ${compiled.reason}${rule}`,
      {
        mend: 'install bubblewrap',
      },
    );
  }
  const { launcher, commandOnly } = partLoaderEnvironment(sandboxEnvironment(request.env, 'landlock', policy));
  const status = new StatusStream();
  const plan = encodeHelperPlan(resolveRules(compiled.plan), seccompProgram(compiled.plan.seccomp, true), commandOnly);
  return {
    backend: 'landlock',
    file: helper,
    args: ['run', '--plan-fd', '3', '--status-fd', '4', '--', ...request.command],
    cwd: request.cwd,
    env: launcher,
    fds: [
      { kind: 'input', data: plan },
      { kind: 'output', onData: (chunk) => status.push(chunk) },
    ],
    launcher: { stderrPrefix: HELPER_STDERR_PREFIX, depth: 1, failed: () => !helperStarted(status) },
    diagnose: (exit) => diagnoseHelper(exit, status, command),
    [Symbol.dispose]() {},
  };
}

/**
 * Follows symbolic links now, so that the helper can refuse them: one that is put into a rule's path between now and
 * its start would otherwise open what it points to. A path that is gone needs no rule.
 */
function resolveRules(plan: LandlockPlan): LandlockPlan {
  const rules = plan.rules.flatMap(({ path, access }) => {
    try {
      return [{ path: realpathSync.native(path), access }];
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
      throw new SandboxUnavailableError('not_expressible', `can't resolve ${path}, which the policy opens`, {
        cause: error,
      });
    }
  });
  return { ...plan, rules };
}
