import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the user's configuration and Sallyport's own state live: `$SALLYPORT_HOME`, default `~/.sallyport`. No sandbox may write it. */
export function sallyportHome(env: NodeJS.ProcessEnv = process.env): string {
  const configured = env['SALLYPORT_HOME'];
  return configured === undefined || configured === '' ? join(homedir(), '.sallyport') : resolve(configured);
}
