import { defineConfig } from 'tsdown';

/** What is only imported when it's asked for. */
const LAZY =
  /\/(?:zod|smol-toml|commander)\/|\/protocol\/src\/(?!assert-never|sallyport-error)|\/cli\/src\/(?:main|command-line|configuration|doctor|policy-explain|prompt|report-failure)\.ts$|\/linux-sandbox\/src\/probe\/|\/unified-exec\/src\/start\/(?:start-on-terminal|end-mark|forward-stdin|unnamed-files)\.ts$|\/approval\/src\/(?:terminal-reviewer|discard-typed-ahead|review-text)\.ts$/;

export default defineConfig({
  // One bundle with a chunk for each lazily imported part: every file less that Node must find, read and compile
  // before the command starts is time the user doesn't wait. And in CommonJS, though all sources are ES modules: Node
  // starts it some 20 ms sooner, since it needs neither the ES module loader nor, for each built-in module, a copy of
  // all its exports.
  format: 'cjs',
  shims: true,
  entry: ['src/main.ts'],
  dts: false,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  minify: true,
  outputOptions: {
    // What `exec` needs in one file, also where a lazy part needs it, too.
    advancedChunks: {
      groups: [{ name: 'exec', test: (id) => !LAZY.test(id) }],
    },
  },
  inputOptions: { resolve: { conditionNames: ['@sallyport/source', 'node', 'import', 'default'] } },
});
