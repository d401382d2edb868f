import { defineConfig } from 'tsdown';

export default defineConfig({
  // The subpaths load no zod: whoever only throws or narrows doesn't pay for the schemas.
  entry: ['src/index.ts', 'src/assert-never.ts', 'src/sallyport-error.ts'],
  dts: true,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
});
