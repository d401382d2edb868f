import type { UserConfig } from 'tsdown';

declare const preset: UserConfig;
export default preset;
