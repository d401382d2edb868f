import { join } from 'node:path';
import { build } from 'tsdown';

/**
 * One of our modules, with everything of ours that it imports, as plain JavaScript: for a process of its own that is to
 * be killed. Returns the file's path.
 */
export async function bundle(entry, folder) {
  await build({
    config: false,
    entry: { bundled: entry },
    outDir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: true,
    dts: false,
    clean: false,
    logLevel: 'error',
    noExternal: [/^@sallyport\//],
    inputOptions: { resolve: { conditionNames: ['@sallyport/source', 'node', 'import', 'default'] } },
  });
  return join(folder, 'bundled.mjs');
}
