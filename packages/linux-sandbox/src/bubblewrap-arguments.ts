import { isUnder } from './path-lookup.js';
import { SandboxUnavailableError } from './sandbox-unavailable-error.js';

/** How many words follow an option. Those of a mount end with the path inside the sandbox. */
const mounts: Readonly<Record<string, number>> = {
  '--bind': 2,
  '--bind-try': 2,
  '--dev-bind': 2,
  '--dev-bind-try': 2,
  '--ro-bind': 2,
  '--ro-bind-try': 2,
  '--bind-fd': 2,
  '--ro-bind-fd': 2,
  '--file': 2,
  '--bind-data': 2,
  '--ro-bind-data': 2,
  '--symlink': 2,
  '--chmod': 2,
  '--tmpfs': 1,
  '--dev': 1,
  '--proc': 1,
  '--dir': 1,
  '--mqueue': 1,
  '--remount-ro': 1,
};
/** Options that change the mount after them. */
const modifiers: Readonly<Record<string, number>> = { '--perms': 1, '--size': 1 };
const others: Readonly<Record<string, number>> = {
  '--unshare-all': 0,
  '--unshare-user': 0,
  '--unshare-user-try': 0,
  '--unshare-ipc': 0,
  '--unshare-pid': 0,
  '--unshare-net': 0,
  '--unshare-uts': 0,
  '--unshare-cgroup': 0,
  '--unshare-cgroup-try': 0,
  '--share-net': 0,
  '--disable-userns': 0,
  '--assert-userns-disabled': 0,
  '--new-session': 0,
  '--die-with-parent': 0,
  '--as-pid-1': 0,
  '--clearenv': 0,
  '--chdir': 1,
  '--cap-add': 1,
  '--cap-drop': 1,
  '--hostname': 1,
  '--uid': 1,
  '--gid': 1,
  '--unsetenv': 1,
  '--setenv': 2,
  '--argv0': 1,
};

/**
 * bubblewrap arguments without the mounts on these paths, and below them.
 *
 * @throws {SandboxUnavailableError} `mount_point` for an option it doesn't know, since it couldn't tell where that ends.
 */
export function withoutMountsOn(paths: readonly string[], args: readonly string[]): string[] {
  const kept: string[] = [];
  let pending: string[] = []; // modifiers that belong to the mount that follows
  for (let at = 0; at < args.length; ) {
    const option = args[at] ?? '';
    const count = mounts[option] ?? modifiers[option] ?? others[option];
    if (count === undefined) {
      throw new SandboxUnavailableError(
        'mount_point',
        `can't leave a mount out of a plan that has the option ${option}`,
      );
    }
    const words = args.slice(at, at + 1 + count);
    at += words.length;
    if (option in modifiers) {
      pending.push(...words);
      continue;
    }
    const destination = option in mounts ? words.at(-1) : undefined;
    if (destination === undefined || !paths.some((path) => isUnder(destination, path))) kept.push(...pending, ...words);
    pending = [];
  }
  return kept;
}
