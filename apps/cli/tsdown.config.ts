import { defineConfig } from 'tsdown';

export default defineConfig({
  // One bundle with a chunk for each lazily imported part: every file less that Node must find, read and compile
  // before the command starts is time the user doesn't wait.
  entry: ['src/main.ts'],
  dts: false,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  minify: true,
  inputOptions: { resolve: { conditionNames: ['@sallyport/source', 'node', 'import', 'default'] } },
});
