import { type LaunchDiagnosis, type LaunchRequest, prepareLaunch } from '../../src/index.js';
import { has, PATH } from './machine.js';
import { type Finished, start } from './processes.js';

export interface Ran extends Finished {
  diagnosis: LaunchDiagnosis;
}

/** Prepares, starts, waits, diagnoses and disposes. */
export async function launch(
  request: Omit<LaunchRequest, 'env'> & { env?: Record<string, string> },
  input?: string,
): Promise<Ran> {
  using prepared = prepareLaunch({ ...request, env: { PATH, ...request.env } });
  const finished = await start(prepared, input).finished;
  const failed = prepared.launcher?.failed() === true;
  return {
    ...finished,
    diagnosis: prepared.diagnose({ ...finished, ...(failed ? { launcherStderr: finished.stderr } : {}) }),
  };
}

/** The backends, each with what its tests need of the machine. */
export const backends = [
  { backend: 'bubblewrap' as const, needs: has.bubblewrap },
  { backend: 'landlock' as const, needs: has.landlock },
  { backend: 'none' as const, needs: has.helper },
];
