// `npm test`: sets up what is missing, then runs all checks and tests through turbo. The last line sums them up.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { arch, release } from 'node:os';
import { join } from 'node:path';
import { bubblewrapFingerprint } from './bubblewrap.mjs';
import { turbo } from './build.mjs';
import { prepare } from './prepare.mjs';
import { inRepository } from './repository.mjs';
import { endWith, SetupError, tell } from './run-step.mjs';

/** Where the shared vitest preset has each package write its results; turbo keeps the file with the task's cache entry. */
const REPORT = 'test-results/vitest.json';
const TASKS = ['typecheck', 'test'];

await endWith(async () => {
  try {
    await prepare();
  } catch (error) {
    // Nothing ran, and the last line says so.
    if (error instanceof SetupError) say(line({ passed: 0, failed: 1, skipped: 0 }));
    throw error;
  }
  const packages = testedPackages();
  // A report left by an earlier run must not be counted for a task that didn't get to write one.
  for (const { folder } of packages) rmSync(join(folder, REPORT), { force: true });

  tell('▸ checks and tests (turbo)');
  const summaries = inRepository('.turbo/runs');
  rmSync(summaries, { recursive: true, force: true });
  const status = await turbo(
    ['run', ...TASKS, '--continue=dependencies-successful', '--output-logs=new-only', '--summarize'],
    {
      env: { SALLYPORT_HOST: hostFingerprint() },
    },
  );

  const total = { passed: 0, failed: 0, skipped: 0 };
  say('');
  for (const { name, folder } of packages) {
    const counts = countReport(join(folder, REPORT));
    for (const key of Object.keys(total)) total[key] += counts[key];
    say(`${name.padEnd(28)} ${line(counts)}${counts.note ?? ''}`);
  }
  // Type checks and builds aren't tests, but a failed one is a failure, also in the sum.
  for (const task of failedTasks(summaries).filter(({ task }) => task !== 'test')) {
    total.failed += 1;
    say(`${task.taskId.padEnd(28)} failed`);
  }
  if (status !== 0 && total.failed === 0) total.failed = 1;
  say('');
  say(line(total));
  return total.failed === 0 ? 0 : 1;
});

function say(text) {
  process.stdout.write(`${text}\n`);
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function testedPackages() {
  return ['packages', 'apps', 'tooling']
    .flatMap((group) => readdirSync(inRepository(group)).map((name) => inRepository(group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ scripts }) => scripts?.test !== undefined)
    .map(({ folder, name }) => ({ folder, name }));
}

function countReport(file) {
  if (!existsSync(file))
    return { passed: 0, failed: 1, skipped: 0, note: '  (no report: the tests did not get to run)' };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that fails before its first test (an import, a hook) has no failed test to show for it.
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function failedTasks(summaries) {
  if (!existsSync(summaries)) return [];
  return readdirSync(summaries)
    .flatMap((name) => JSON.parse(readFileSync(join(summaries, name), 'utf8')).tasks)
    .filter(({ execution }) => execution !== undefined && execution !== null && execution.exitCode !== 0);
}

/**
 * What the outcome of a test depends on besides the sources: turbo must not hand results of one kernel, user or bubblewrap
 * to another. turbo.json makes this variable part of the key of every test task.
 */
function hostFingerprint() {
  const read = (file) => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      return '-';
    }
  };
  const confinement = (read('/proc/self/status').match(/^(CapEff|NoNewPrivs|Seccomp):\s*\S+/gm) ?? [])
    .join(' ')
    .replace(/\s+/g, ' ');
  return [
    `${process.platform} ${release()} ${arch()} node ${process.version}`,
    `uid ${process.getuid?.() ?? '-'} home ${process.env.HOME ?? '-'} ${confinement}`,
    `bubblewrap ${bubblewrapFingerprint()}`,
    `user namespaces ${read('/proc/sys/user/max_user_namespaces')} ${read('/proc/sys/kernel/unprivileged_userns_clone')}`,
    `security modules ${read('/sys/kernel/security/lsm')}`,
  ].join('; ');
}
