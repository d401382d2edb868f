// `npm start`: sets up what is missing, builds, and shows the demo. `npm start -- ARGS…`: the CLI itself.
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';
import { inRepository, root } from './repository.mjs';
import { endWith } from './run-step.mjs';

await endWith(async () => {
  await prepare();
  const args = process.argv.slice(2);
  if (args.length === 0) {
    const { demonstrate } = await import('./demo.mjs');
    return demonstrate();
  }
  // In this process instead of a child: signals, stdin, the terminal and the exit status need no forwarding then.
  const bin = inRepository('apps/cli/bin/sallyport.cjs');
  process.argv = [process.execPath, bin, ...args];
  // npm runs its scripts in the package's folder; the CLI works where its user stands.
  if (process.env.npm_lifecycle_event === 'start' && process.cwd() === root && process.env.INIT_CWD) {
    process.chdir(process.env.INIT_CWD);
  }
  await import(pathToFileURL(bin).href);
  return process.exitCode;
});
