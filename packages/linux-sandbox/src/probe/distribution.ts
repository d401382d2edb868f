import { readFileSync } from 'node:fs';

/** How packages are installed here. */
export type PackageManager = 'apt-get' | 'dnf' | 'pacman' | 'zypper' | 'apk';

const managers: readonly { manager: PackageManager; ids: readonly string[] }[] = [
  { manager: 'apt-get', ids: ['debian', 'ubuntu'] },
  { manager: 'dnf', ids: ['fedora', 'rhel', 'centos', 'amzn'] },
  { manager: 'pacman', ids: ['arch', 'archlinux'] },
  { manager: 'zypper', ids: ['suse', 'opensuse', 'sles', 'opensuse-leap', 'opensuse-tumbleweed'] },
  { manager: 'apk', ids: ['alpine'] },
];

/** The package manager of a distribution, from the text of its os-release(5): its ID, else what it says it is like. */
export function packageManagerOf(osRelease: string): PackageManager | undefined {
  const ids = [...valuesOf(osRelease, 'ID'), ...valuesOf(osRelease, 'ID_LIKE')];
  for (const id of ids) {
    const known = managers.find((candidate) => candidate.ids.includes(id));
    if (known !== undefined) return known.manager;
  }
  return undefined;
}

/** This machine's os-release(5), or nothing. */
export function readOsRelease(): string {
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // The next place, as os-release(5) says.
    }
  }
  return '';
}

function valuesOf(osRelease: string, key: string): string[] {
  const line = osRelease.split('\n').find((candidate) => candidate.startsWith(`${key}=`));
  if (line === undefined) return [];
  return line
    .slice(key.length + 1)
    .replace(/^(["'])(.*)\1$/, '$2')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
