// Everything between a clone and something that runs. Each step looks first and says nothing when there is nothing to do.
import { installBubblewrap } from './bubblewrap.mjs';
import { build } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { installPackageManager } from './package-manager.mjs';
import { SetupError } from './run-step.mjs';

export async function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (!(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))) {
    throw new SetupError(`Node ${process.version} doesn't do: Sallyport needs 20.19 or newer, or 22.12 or newer`);
  }
  await installPackageManager();
  await installDependencies();
  await installBubblewrap();
  await build();
}
