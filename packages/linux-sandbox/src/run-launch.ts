import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { LaunchDiagnosis, PreparedLaunch } from './prepared-launch.js';

/** How a trial run ended. */
export interface TrialRun {
  readonly diagnosis: LaunchDiagnosis;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a launch and waits for its end: the least that a trial needs. Commands of people are run by
 * `@sallyport/unified-exec`.
 */
export function runLaunch(
  launch: PreparedLaunch,
  limits: { timeoutMs: number; outputBytes: number },
): Promise<TrialRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.file, [...launch.args], {
      cwd: launch.cwd,
      env: launch.env,
      stdio: ['ignore', 'pipe', 'pipe', ...launch.fds.map(() => 'pipe' as const)],
      timeout: limits.timeoutMs,
      killSignal: 'SIGKILL',
      ...(launch.argv0 === undefined ? {} : { argv0: launch.argv0 }),
    });
    const stdout = collect(child.stdout, limits.outputBytes);
    const stderr = collect(child.stderr, limits.outputBytes);
    for (const [index, fd] of launch.fds.entries()) {
      const stream = child.stdio[3 + index];
      stream?.on('error', () => {}); // it ended without reading: its exit says more
      if (fd.kind === 'output') stream?.on('data', (chunk: Buffer) => fd.onData(chunk));
      else if (stream !== undefined && stream !== null && 'end' in stream) stream.end(fd.data);
    }
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const printed = stderr();
      resolve({
        stdout: stdout(),
        stderr: printed,
        diagnosis: launch.diagnose({
          exitCode: code ?? undefined,
          signal: signal ?? undefined,
          ...(launch.launcher?.failed() === true ? { launcherStderr: printed } : {}),
        }),
      });
    });
  });
}

function collect(stream: Readable | null, limit: number): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (bytes < limit) chunks.push(chunk);
    bytes += chunk.byteLength;
  });
  return () => Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
