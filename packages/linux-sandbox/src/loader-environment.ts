/**
 * Variables by which the dynamic loader and the C library of *any* program load code or files (ld.so(8), "secure
 * execution mode").
 */
const loaderVariables = /^(?:LD_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|MALLOC_TRACE$|NLSPATH$|GETCONF_DIR$)/;

/**
 * Parts an environment into what the launcher may have and what only the command may have: with `LD_PRELOAD` or
 * `LD_LIBRARY_PATH` pointing into the workspace, the launcher would run the workspace's code before any containment.
 */
export function partLoaderEnvironment(env: Readonly<Record<string, string>>): {
  launcher: Record<string, string>;
  commandOnly: [name: string, value: string][];
} {
  const launcher: Record<string, string> = {};
  const commandOnly: [string, string][] = [];
  for (const name in env) {
    const value = env[name];
    if (value === undefined) continue;
    if (loaderVariables.test(name)) commandOnly.push([name, value]);
    else launcher[name] = value;
  }
  return { launcher, commandOnly };
}
