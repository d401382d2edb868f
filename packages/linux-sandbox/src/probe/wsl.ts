/**
 * Whether the text of /proc/version is that of WSL 1, whose system-call translation has no user name spaces.
 *
 * The first `wsl` that is followed by a number decides. Without one it is WSL 1 if Microsoft built it, unless it is
 * the `microsoft-standard` kernel of WSL 2.
 */
export function isWsl1(procVersion: string): boolean {
  const text = procVersion.toLowerCase();
  const generation = /wsl(\d+)/.exec(text)?.[1];
  if (generation !== undefined) return Number(generation) === 1;
  return text.includes('microsoft') && !text.includes('microsoft-standard');
}
