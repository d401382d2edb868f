import preset from '@sallyport/tsdown-preset';
import type { UserConfig } from 'tsdown';

const config: UserConfig = {
  ...preset,
  // The subpaths load no zod: whoever only throws or narrows doesn't pay for the schemas.
  entry: ['src/index.ts', 'src/assert-never.ts', 'src/sallyport-error.ts'],
};

export default config;
