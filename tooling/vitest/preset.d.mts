import type { ViteUserConfig } from 'vitest/config';

declare const preset: ViteUserConfig;
export default preset;
