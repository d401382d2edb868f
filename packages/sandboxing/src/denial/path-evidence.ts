// Whether the policy explains that a path was refused. It's the policy that decides, not the words: a path that the
// policy allows, or that this user couldn't touch outside either, was refused by something else.

import { basename, dirname, resolve } from 'node:path';
import type { DeniedOperation } from '@sallyport/protocol';
import { isUnder } from '../policy/path-order.js';
import type { EndedCommand } from './ended-command.js';
import type { Verdict } from './finding.js';
import type { RefusalLine } from './refusal-line.js';

/** What a line that names an error says of the sandbox, to judge by the paths in it. */
export function judgePaths(line: RefusalLine, ended: EndedCommand): Verdict {
  let verdict: Verdict = { kind: 'open' };
  for (const written of line.paths) {
    for (const path of meaningsOf(written, ended)) {
      const judged = judgePath(path, line, ended);
      if (judged.kind === 'sandbox') return judged;
      if (judged.kind === 'explained') verdict = judged;
    }
  }
  return verdict;
}

function judgePath(path: string, line: RefusalLine, ended: EndedCommand): Verdict {
  const { policy, host, backend } = ended;
  const { access, by } = policy.decide(path);
  const denied = (operation: DeniedOperation, options: { rule?: string; isCertain?: boolean } = {}): Verdict => ({
    kind: 'sandbox',
    finding: {
      evidence: { source: 'policy', operation, target: path, rule: options.rule ?? by.rule, text: line.text },
      isCertain: options.isCertain ?? true,
      outside: 'would_likely_succeed',
    },
  });
  const explained: Verdict = { kind: 'explained' };
  if (isOwnOfSandbox(path)) {
    // Whatever the policy says of /: what is in there is the sandbox's own.
    return line.kind === 'missing' && backend === 'bubblewrap' && !policy.fullDiskWrite && host.canRead(path)
      ? denied('read', { rule: `the sandbox has its own /${path.split('/')[1]}` })
      : { kind: 'open' };
  }
  switch (line.kind) {
    case 'read_only':
      if (!host.canWrite(path)) return explained;
      // A relative name may be of another folder than we think: the file system that is read-only is one that we made.
      return access === 'write' ? { kind: 'open' } : denied('write');
    case 'busy': {
      // What lies on a mount point, or is one, can't be removed or renamed.
      const narrower = access === 'write' ? narrowerBelow(path, ended) : by.rule;
      return narrower === undefined || !host.canWrite(path) ? explained : denied('write', { rule: narrower });
    }
    case 'exists':
      // The stand-in for a protected name that isn't there.
      return by.origin === 'protected_metadata' && isUnder(by.path, path) && !host.hasContent(path)
        ? denied('write', { isCertain: false })
        : { kind: 'open' };
    case 'missing':
      if (access === 'deny' && host.canRead(path)) return denied('read');
      // Node's recursive mkdir, and thus npm, takes a read-only file system for a missing parent.
      if (access === 'write' || !/\bENOENT\b.*\bmkdir\b/.test(line.text) || host.exists(path) || !host.canWrite(path))
        return { kind: 'open' };
      return denied('write', { isCertain: host.exists(dirname(path)) });
    case 'access':
      if (access === 'write') return explained;
      if (access === 'deny') {
        if (line.isWriting) return host.canWrite(path) ? denied('write') : explained;
        return host.canRead(path) ? denied(isCommand(path, ended) ? 'execute' : 'read') : explained;
      }
      // Landlock refuses to write with the same error with which permissions do; mounts have one of their own. What
      // may be read and isn't executable (status 126) is refused by its mode.
      if (backend === 'bubblewrap' || ended.exitCode === 126) return explained;
      return host.canWrite(path) ? denied('write') : explained;
    case 'not_permitted':
      // Only of something that is there: in `unshare: unshare failed` no word is a name. With Landlock the filter closes
      // changes of mode and owner everywhere.
      return access === 'write' && backend !== 'landlock' && host.hasContent(path) ? explained : { kind: 'open' };
  }
}

/** What a name in a message can mean: in the command's folder, or in one that the command changed to. */
function meaningsOf(written: string, { cwd, command, home }: EndedCommand): string[] {
  const text = written.replace(/^file:\/\//, '');
  if (text.startsWith('/')) return [resolve(text)];
  if (text === '~' || text.startsWith('~/')) return home === undefined ? [] : [resolve(home, text.slice(2))];
  const folders = [...command.join(' ').matchAll(/\bcd\s+(?:--\s+)?(['"]?)([^\s'";&|]+)\1/g)].map(([, , folder]) =>
    resolve(cwd, expandHome(folder ?? '.', home)),
  );
  return [...new Set([cwd, ...folders])].map((folder) => resolve(folder, text));
}

/** `~` and `$HOME` at the start of a word of shell text. */
export function expandHome(word: string, home: string | undefined): string {
  return home === undefined ? word : word.replace(/^(?:~(?=\/|$)|\$HOME(?=\/|$)|\$\{HOME\})/, home);
}

function isOwnOfSandbox(path: string): boolean {
  return isUnder(path, '/dev') || isUnder(path, '/proc');
}

/** A narrower entry below a path, which makes the path a mount point inside the sandbox. */
function narrowerBelow(path: string, { policy }: EndedCommand): string | undefined {
  const below = policy.entries.filter((entry) => entry.access !== 'write' && isUnder(entry.path, path));
  return (below.find(({ origin }) => origin === 'policy') ?? below[0])?.rule;
}

function isCommand(path: string, { command: [file], cwd, exitCode }: EndedCommand): boolean {
  return exitCode === 126 || (file !== undefined && (resolve(cwd, file) === path || basename(path) === file));
}
