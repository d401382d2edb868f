import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ReviewRoute } from '@sallyport/approval';
import {
  AbsolutePath,
  type AskForApproval,
  CallEvent,
  CallId,
  type Outcome,
  type PermissionProfile,
  type SandboxPolicy,
} from '@sallyport/protocol';
import { policyForMode, resolvePolicy } from '@sallyport/sandboxing';
import { onTestFinished } from 'vitest';
import { type ExecRequest, runExec } from '../../src/index.js';

export const bubblewrapWorks =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true']).status === 0;
export const needsBubblewrap = bubblewrapWorks ? '' : ' [skipped: bubblewrap cannot run here]';

export interface Place {
  home: string;
  workspace: string;
}

/** A home that no mode lets be written, with a workspace beside it: /var/tmp isn't among what modes open. */
export function place(): Place {
  const root = realpathSync(mkdtempSync('/var/tmp/sallyport-tools-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const made = { home: join(root, 'home'), workspace: join(root, 'workspace') };
  mkdirSync(made.home);
  mkdirSync(made.workspace);
  return made;
}

export interface CallOptions extends Partial<Omit<ExecRequest, 'command' | 'cwd'>> {
  in?: Place;
  policy?: SandboxPolicy | PermissionProfile;
  ask?: AskForApproval;
  reviewers?: ReviewRoute[];
  signal?: AbortSignal;
  onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void | Promise<void>;
}

/** Runs one command for real. Each event is held against the protocol's schema. */
export async function call(
  command: [string, ...string[]],
  options: CallOptions = {},
): Promise<{ outcome: Outcome; events: CallEvent[]; at: Place }> {
  const {
    in: at = place(),
    policy = policyForMode('workspace-write'),
    ask = 'never',
    reviewers = [],
    signal,
    onOutput,
    env,
    ...request
  } = options;
  const events: CallEvent[] = [];
  const outcome = await runExec(
    {
      callId: CallId.parse('call-1'),
      command,
      cwd: AbsolutePath.parse(at.workspace),
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: at.home, ...env },
      sandboxPermissions: 'use_default',
      stdin: 'ignore',
      ...request,
    },
    {
      settings: { policy: resolvePolicy(policy, { cwd: at.workspace }), ask },
      reviewers,
      sink: { emit: (event) => events.push(CallEvent.parse(event)), ...(onOutput === undefined ? {} : { onOutput }) },
      ...(signal === undefined ? {} : { signal }),
      howToAskLater: 'ask again',
    },
  );
  return { outcome, events, at };
}

export function sh(script: string, options?: CallOptions) {
  return call(['sh', '-c', script], options);
}

/** A user who always gives the same answer, and what they were asked. */
export function user(answer: 'approved' | 'denied'): ReviewRoute & { asked: string[] } {
  const asked: string[] = [];
  return {
    by: 'user',
    asked,
    review: async ({ id }) => {
      asked.push(id);
      return answer === 'approved' ? { type: 'approved' } : { type: 'denied', rejection: 'no' };
    },
  };
}
