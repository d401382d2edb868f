// The bundle looks for the native helper (and the bundled bubblewrap, where set-up put one) beside itself in
// ../native/build, as the package does that builds them.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../packages/linux-sandbox/native/build', import.meta.url));
const own = fileURLToPath(new URL('native/build', import.meta.url));

rmSync(own, { recursive: true, force: true });
if (existsSync(built)) cpSync(built, own, { recursive: true });
