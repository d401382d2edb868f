import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CLI, canUseBubblewrap, run, scratch } from './harness.js';

const Report = z.object({
  type: z.literal('doctor'),
  canSandbox: z.boolean(),
  backends: z.object({ bubblewrap: z.boolean(), landlock: z.boolean() }),
  checks: z.array(z.object({ name: z.string(), status: z.enum(['ok', 'warn', 'fail']), mend: z.string().optional() })),
});

const hasBundled = existsSync(join(CLI, '../../native/build/bwrap'));

const canForbidNamespaces =
  spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces']).status === 0;

function check(stdout: string, name: string): z.infer<typeof Report>['checks'][number] | undefined {
  return Report.parse(JSON.parse(stdout)).checks.find((candidate) => candidate.name === name);
}

describe('doctor tells the truth', () => {
  test.skipIf(!canUseBubblewrap)('with bubblewrap', async () => {
    const json = await run(scratch(), ['doctor', '--json']);
    expect(Report.parse(JSON.parse(json.stdout))).toMatchObject({ canSandbox: true, backends: { bubblewrap: true } });
    expect(json.status).toBe(0);
    const text = await run(scratch(), ['doctor']);
    expect(text.stdout).toMatch(/^ok {4}bubblewrap run/m);
    expect(text.stdout).toContain('Every policy is enforced with bubblewrap.');
  });

  test('without bubblewrap, with the command that installs it; or with the one that set-up brought', async () => {
    const place = scratch();
    place.env['PATH'] = place.home;
    const { stdout, status } = await run(place, ['doctor', '--json']);
    const report = Report.parse(JSON.parse(stdout));
    const text = await run(place, ['doctor']);
    expect(status).toBe(report.canSandbox ? 0 : 1);
    if (hasBundled) {
      expect(text.stdout).toMatch(/^ok {4}bubblewrap .*\(bundled\)/m);
      return;
    }
    expect(report.backends.bubblewrap).toBe(false);
    expect(check(stdout, 'bubblewrap')).toMatchObject({ status: 'fail', mend: expect.stringMatching(/bubblewrap/) });
    expect(text.stdout).toMatch(/^fail {2}bubblewrap .*\n +mend: .*bubblewrap/m);
    expect(text.stdout).not.toContain('Every policy is enforced');
  });

  test.skipIf(!canUseBubblewrap || !canForbidNamespaces)(
    'where user namespaces are forbidden, with the command that allows them, and nothing runs in a workspace',
    async () => {
      const place = scratch();
      const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
      const within = (...args: string[]) =>
        promisify(execFile)('unshare', ['-Ur', 'sh', '-c', forbid, 'sh', process.execPath, CLI, ...args], {
          cwd: place.workspace,
          env: place.env,
        }).then(
          ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
          (error: { code: number; stdout: string; stderr: string }) => error,
        );
      const { stdout } = await within('doctor', '--json');
      expect(Report.parse(JSON.parse(stdout)).backends.bubblewrap).toBe(false);
      expect(check(stdout, 'user_namespaces')).toMatchObject({
        status: 'fail',
        mend: expect.stringContaining('sysctl -w user.max_user_namespaces='),
      });
      const refused = await within('exec', '--', 'sh', '-c', 'echo ran > made; echo ran');
      expect(refused).toMatchObject({ code: 125, stdout: '', stderr: expect.stringContaining('namespace') });
    },
  );
});
