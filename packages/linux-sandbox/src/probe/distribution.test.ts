import { expect, test } from 'vitest';
import { installBubblewrap, installCompiler, setKernelParameter } from './mend.js';

test.each([
  { osRelease: 'NAME="Debian"\nID=debian\n', command: 'apt-get install -y bubblewrap' },
  { osRelease: 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', command: 'apt-get install -y bubblewrap' },
  { osRelease: 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', command: 'dnf install -y bubblewrap' },
  { osRelease: 'ID=fedora\n', command: 'dnf install -y bubblewrap' },
  { osRelease: "ID=manjaro\nID_LIKE='arch'\n", command: 'pacman -S --noconfirm bubblewrap' },
  { osRelease: 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', command: 'zypper install -y bubblewrap' },
  { osRelease: 'ID=alpine\n', command: 'apk add bubblewrap' },
  { osRelease: 'ID=plan9\n', command: undefined },
  { osRelease: '', command: undefined },
])('$osRelease: $command', ({ osRelease, command }) => {
  const otherwise = 'install the package bubblewrap';
  expect(installBubblewrap({ osRelease, isRoot: true })).toBe(command ?? otherwise);
  expect(installBubblewrap({ osRelease, isRoot: false })).toBe(command === undefined ? otherwise : `sudo ${command}`);
});

test('the compiler comes with the headers', () => {
  expect(installCompiler({ osRelease: 'ID=alpine', isRoot: false })).toBe('sudo apk add gcc musl-dev linux-headers');
});

test('a kernel parameter', () => {
  expect(setKernelParameter('user.max_user_namespaces', '1', { osRelease: '', isRoot: true })).toBe(
    'sysctl -w user.max_user_namespaces=1',
  );
});
