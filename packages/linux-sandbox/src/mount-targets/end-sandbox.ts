import { readFileSync } from 'node:fs';
import { NAMESPACE_END_TIMEOUT_MS, REGISTRY_LOCK_PAUSE_MS } from '../limits.js';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.js';

/**
 * Makes sure that a sandbox is over, given its first process. Returns whether it is.
 *
 * Usually it is, or is ending: bubblewrap's end has killed that process, and with it all others of its PID name space.
 * But the last of them may still be dying when bubblewrap has returned. Were a mask removed in that moment, a process
 * on another processor could create the real thing. The first process becomes a zombie only after all others are gone
 * (pid_namespaces(7)), so that is what is waited for.
 *
 * And bubblewrap binds that process to itself only when everything is set up. Killed before that, it leaves a sandbox
 * behind that nobody watches; so it's killed here.
 */
export function endSandbox(first: ProcessIdentity): boolean {
  if (!isAlive(first)) return true;
  if (first.pidNamespace !== ownIdentity().pidNamespace) return false;
  if (isFirstOfSandbox(first.pid)) {
    try {
      process.kill(first.pid, 'SIGKILL');
    } catch {
      // It has ended just now, or isn't ours to kill: looked at again below.
    }
  }
  const deadline = performance.now() + NAMESPACE_END_TIMEOUT_MS;
  while (isAlive(first)) {
    if (performance.now() > deadline) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REGISTRY_LOCK_PAUSE_MS);
  }
  return true;
}

/** Whether it is bubblewrap as process 1 of a name space below ours: a forged record mustn't have us kill anything else. */
function isFirstOfSandbox(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return /^Name:\tbwrap$/m.test(status) && /^NSpid:(?:\t\d+)+\t1$/m.test(status);
  } catch {
    return false;
  }
}
