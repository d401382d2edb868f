import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessSpec } from '../../src/index.js';

/** A command with an environment that only it and what it starts have. */
export function spec(script: string, over: Partial<ProcessSpec> = {}): ProcessSpec & { mark: string } {
  const mark = randomUUID();
  return {
    file: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', MARK: mark },
    stdin: 'ignore',
    mark,
    ...over,
  };
}

/** Descriptors that whoever runs these tests passes to every process: Node closes only those that it inherited itself as low numbers. */
export function highFds(): string[] {
  const listing = execFileSync('ls', ['/proc/self/fd'], { encoding: 'utf8' });
  return listing
    .trim()
    .split('\n')
    .filter((fd) => Number(fd) > 3);
}

/** How many processes carry a mark in their environment. */
export function countMarked(mark: string): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark)).length;
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // it has ended, or isn't this user's
  }
}
