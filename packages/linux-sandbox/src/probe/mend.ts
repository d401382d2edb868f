import { effectiveUser } from '../mount-targets/registry-folder.js';
import { type PackageManager, packageManagerOf, readOsRelease } from './distribution.js';

/** Whose machine a command is for. Default: this one. */
export interface MendContext {
  readonly osRelease: string;
  readonly isRoot: boolean;
}

const install: Readonly<Record<PackageManager, string>> = {
  'apt-get': 'apt-get install -y',
  dnf: 'dnf install -y',
  pacman: 'pacman -S --noconfirm',
  zypper: 'zypper install -y',
  apk: 'apk add',
};

const compilerPackages: Readonly<Record<PackageManager, string>> = {
  'apt-get': 'gcc libc6-dev linux-libc-dev',
  dnf: 'gcc glibc-devel kernel-headers',
  pacman: 'gcc linux-api-headers',
  zypper: 'gcc glibc-devel linux-glibc-devel',
  apk: 'gcc musl-dev linux-headers',
};

/** The command that installs bubblewrap on this distribution. */
export function installBubblewrap(context = thisMachine()): string {
  const manager = packageManagerOf(context.osRelease);
  if (manager === undefined) return 'install the package bubblewrap';
  return asRoot(`${install[manager]} bubblewrap`, context);
}

/** The command that installs a C compiler and the headers that the helper needs. */
export function installCompiler(context = thisMachine()): string {
  const manager = packageManagerOf(context.osRelease);
  if (manager === undefined) return 'install a C compiler with the headers of the C library and the kernel';
  return asRoot(`${install[manager]} ${compilerPackages[manager]}`, context);
}

/** The command that builds the helper. */
export function buildHelper(): string {
  return 'node native/build.mjs (in the folder of @sallyport/linux-sandbox)';
}

/** The command that sets a kernel parameter until the next boot. */
export function setKernelParameter(name: string, value: string, context = thisMachine()): string {
  return asRoot(`sysctl -w ${name}=${value}`, context);
}

function asRoot(command: string, context: MendContext): string {
  return context.isRoot ? command : `sudo ${command}`;
}

function thisMachine(): MendContext {
  return { osRelease: readOsRelease(), isRoot: effectiveUser() === 0 };
}
