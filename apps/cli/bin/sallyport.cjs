#!/usr/bin/env node
'use strict';
const module_ = require('node:module');

// Node >= 22 keeps compiled code between runs. Its default place is the temp folder, where a sandboxed command may
// write: whoever can change that cache runs code outside the sandbox at the next start. Ours is in Sallyport's own
// folder, which no sandbox may write.
if (module_.enableCompileCache !== undefined) {
  try {
    const { join } = require('node:path');
    const home = process.env.SALLYPORT_HOME || join(require('node:os').homedir(), '.sallyport');
    const cache = join(home, 'cache', 'compile');
    require('node:fs').mkdirSync(cache, { recursive: true, mode: 0o700 });
    module_.enableCompileCache(cache);
  } catch {
    // A home that can't be written only makes the start slower.
  }
}

// At its end everything was written: nothing that is still open may keep the program alive.
require('../dist/main.cjs')
  .main(process.argv.slice(2))
  .then(() => process.exit());
