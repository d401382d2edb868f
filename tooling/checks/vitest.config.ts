import preset from '@sallyport/vitest-preset';
import { mergeConfig } from 'vitest/config';

// Packing, type-checking and the demo start other programs: on two busy cores that takes a while.
export default mergeConfig(preset, { test: { testTimeout: 180_000, hookTimeout: 180_000 } });
