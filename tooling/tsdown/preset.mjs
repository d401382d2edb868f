import { defineConfig } from 'tsdown';

/** How every library is built: ES modules with their declarations, for the oldest Node that is supported. */
export default defineConfig({
  entry: ['src/index.ts'],
  dts: true,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
});
