// The one place where the benchmark touches our packages, built.
import { randomUUID } from 'node:crypto';
import { prepareLaunch } from '@sallyport/linux-sandbox';
import { policyForMode, resolvePolicy } from '@sallyport/sandboxing';
import { runExec } from '@sallyport/tools';

const noop = () => {};

/** From the policy to the outcome, as an agent's host does for each command. */
export async function runInProcess(command, cwd, env) {
  const outcome = await runExec(
    { callId: randomUUID(), command, cwd, env, sandboxPermissions: 'use_default', stdin: 'ignore' },
    { settings: { policy: resolve(cwd), ask: 'never' }, reviewers: [], sink: { emit: noop } },
  );
  if (outcome.kind !== 'completed' || outcome.exitCode !== 0)
    throw new Error(`not completed: ${JSON.stringify(outcome)}`);
}

/** What we'd spawn for the command: file, arguments and the data of the inherited descriptors. */
export function bareLaunch(command, cwd, env) {
  return prepareLaunch({ policy: resolve(cwd), backend: 'bubblewrap', command, cwd, env });
}

function resolve(cwd) {
  return resolvePolicy(policyForMode('workspace-write'), { cwd });
}
