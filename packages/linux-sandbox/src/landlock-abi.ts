import { spawnSync } from 'node:child_process';
import { PROBE_OUTPUT_BYTES, PROBE_TIMEOUT_MS } from './limits.js';

const known = new Map<string, number>();

/**
 * The Landlock version of the running kernel: 1 and up, or 0 when there is none or the helper can't tell.
 *
 * Node.js can't make the system call, so the first question starts the helper (about 1 ms); the answer can't change
 * while the machine runs and is kept.
 */
export function landlockAbi(helper: string | undefined): number {
  if (helper === undefined) return 0;
  const answer = known.get(helper);
  if (answer !== undefined) return answer;
  const { stdout, status } = spawnSync(helper, ['landlock-abi'], {
    encoding: 'utf8',
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PROBE_TIMEOUT_MS,
    maxBuffer: PROBE_OUTPUT_BYTES,
  });
  if (status !== 0 || !/^\d{1,4}\n$/.test(stdout)) return 0;
  const version = Number(stdout);
  known.set(helper, version);
  return version;
}
