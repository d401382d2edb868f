import { spawnSync } from 'node:child_process';
import { findBubblewrap, findHelper } from '../../src/find-bubblewrap.js';
import { landlockAbi } from '../../src/landlock-abi.js';
import { DEFAULT_PATH } from '../../src/path-lookup.js';

export const PATH = process.env['PATH'] ?? DEFAULT_PATH;

/** What this machine has. Tests that need what it lacks are skipped, with the reason in their name. */
export const bubblewrap = findBubblewrap({ path: PATH, cwd: '/nonexistent' });
export const helper = findHelper();
const abi = landlockAbi(helper);

const bubblewrapWorks =
  bubblewrap !== undefined &&
  spawnSync(bubblewrap.path, [
    '--unshare-user',
    '--unshare-net',
    '--unshare-pid',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    'true',
  ]).status === 0;

/** Set-up puts one beside the helper where it can't install one: then no PATH is without bubblewrap. */
const bundled = findBubblewrap({ path: '', cwd: '/nonexistent' }) !== undefined;

export const has = {
  noBundled: { ok: !bundled, skipped: bundled ? ' [skipped: there is a bundled bubblewrap]' : '' },
  bubblewrap: { ok: bubblewrapWorks, skipped: bubblewrapWorks ? '' : ' [skipped: bubblewrap cannot run here]' },
  helper: { ok: helper !== undefined, skipped: helper === undefined ? ' [skipped: no sallyport-helper]' : '' },
  landlock: { ok: abi > 0, skipped: abi > 0 ? '' : ' [skipped: no Landlock, or no sallyport-helper]' },
  scopes: { ok: abi >= 6, skipped: abi >= 6 ? '' : ' [skipped: needs Landlock 6]' },
  nestedNamespaces: nestedNamespaces(),
};

function nestedNamespaces(): { ok: boolean; skipped: string } {
  const ok = spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces']).status === 0;
  return { ok, skipped: ok ? '' : ' [skipped: unshare -Ur does not work here]' };
}
