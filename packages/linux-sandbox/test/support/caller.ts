import { fileURLToPath } from 'node:url';
import { type RunningLaunch, type Startable, start } from './processes.js';

/** Starts a launch from a node process of its own, which can be killed in the middle. */
export function startFromCaller(launch: Startable): RunningLaunch {
  const described = {
    file: launch.file,
    args: launch.args,
    cwd: launch.cwd,
    env: launch.env,
    fds: launch.fds.map((fd) => (fd.kind === 'input' ? Buffer.from(fd.data).toString('base64') : null)),
  };
  return start({
    file: process.execPath,
    args: [fileURLToPath(new URL('../fixtures/caller.mjs', import.meta.url)), JSON.stringify(described)],
    cwd: launch.cwd,
    env: {},
    fds: [],
  });
}
