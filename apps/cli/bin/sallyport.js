#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Node >= 22 keeps compiled code between runs. Its default place is the temp folder, where a sandboxed command may
// write: whoever can change that cache runs code outside the sandbox at the next start. Ours is in Sallyport's own
// folder, which no sandbox may write.
if (module.enableCompileCache !== undefined) {
  try {
    const cache = join(process.env.SALLYPORT_HOME || join(homedir(), '.sallyport'), 'cache', 'compile');
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    module.enableCompileCache(cache);
  } catch {
    // A home that can't be written only makes the start slower.
  }
}

const { main } = await import('../dist/main.js');
await main(process.argv.slice(2));
