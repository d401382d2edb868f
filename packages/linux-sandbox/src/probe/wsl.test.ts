import { expect, test } from 'vitest';
import { isWsl1 } from './wsl.js';

test.each([
  { text: 'Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com)', is: true },
  { text: 'Linux version 5.15.90.1-microsoft-standard-WSL2', is: false },
  { text: 'Linux version 5.15.90.1-microsoft-standard', is: false },
  { text: 'Linux version 6.6.0-custom-WSL1-then-WSL2 Microsoft', is: true },
  { text: 'Linux version 6.6.0-WSL2-Microsoft', is: false },
  { text: 'Linux version 6.6.0-wsl-Microsoft', is: true },
  { text: 'Linux version 6.6.0-WSL12', is: false },
  { text: 'Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)', is: false },
  { text: '', is: false },
])('$text: $is', ({ text, is }) => expect(isWsl1(text)).toBe(is));
