import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts'],
  dts: true,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
});
