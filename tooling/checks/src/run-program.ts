// Runs another program to its end, without a shell and without stdin.
import { execFile } from 'node:child_process';

export interface ProgramResult {
  /** undefined when a signal (of the time-out, too) ended it. */
  status: number | undefined;
  stdout: string;
  stderr: string;
}

export function runProgram(
  file: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; timeoutMs?: number },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const { cwd, env = process.env, timeoutMs = 120_000 } = options;
    const child = execFile(
      file,
      args,
      { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code === 'string') return reject(error);
        resolve({ status: child.exitCode ?? undefined, stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}

/** Runs a Node program, such as the bin of a dependency, on the Node that runs the tests. */
export function runNode(
  script: string,
  args: readonly string[],
  options: Parameters<typeof runProgram>[2],
): Promise<ProgramResult> {
  return runProgram(process.execPath, [script, ...args], options);
}
