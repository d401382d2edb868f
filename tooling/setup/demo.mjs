// The main job on a scratch workspace: a real command allowed, a real denial with its provenance, a retry after approval.
// It drives the CLI as a user would and checks that each step did what it should.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository } from './repository.mjs';

const bin = inRepository('apps/cli/bin/sallyport.cjs');
/** Of one step, in milliseconds. Only a bug or a stalled machine takes that long. */
const STEP_TIMEOUT = 60_000;
/** The status of a command that never ran. */
const NEVER_RAN = 125;

/** @returns {Promise<number>} 0 when every step did what it should */
export async function demonstrate() {
  const scratch = mkdtempSync(join(tmpdir(), 'sallyport-demo-'));
  try {
    const workspace = join(scratch, 'project');
    mkdirSync(join(workspace, '.git/hooks'), { recursive: true });
    writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n');
    const results = await steps({ workspace, report: join(scratch, 'outcome.json'), home: join(scratch, 'home') });
    say('');
    for (const { title, ok } of results) say(`${ok ? 'ok    ' : 'FAILED'}  ${title}`);
    const failed = results.some(({ ok }) => !ok);
    say(
      failed
        ? '\nWhat this machine can enforce, and what is missing:\n'
        : '\nYour turn:  npm start -- exec -- COMMAND…',
    );
    if (failed) spawnSync(process.execPath, [bin, 'doctor'], { stdio: ['ignore', 'inherit', 'inherit'] });
    return failed ? 1 : 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function steps({ workspace, report, home }) {
  const environment = { ...process.env, SALLYPORT_HOME: home };
  const sallyport = (args, options) => runCli(args, { cwd: workspace, env: environment, ...options });
  const results = [];

  heading(1, 'A command that stays within its workspace is just run.');
  let mode = ['-s', 'workspace-write'];
  let first = sallyport(['exec', ...mode, '--', 'sh', '-c', 'wc -l notes.txt > count.txt && cat count.txt']);
  if (first.status === NEVER_RAN) {
    say('(Nothing here can enforce workspace-write, so it was refused. With read-only, which Landlock can enforce:)');
    mode = ['-s', 'read-only'];
    first = sallyport(['exec', ...mode, '--', 'wc', '-l', 'notes.txt']);
  }
  results.push({
    title: 'allowed: ran in the sandbox',
    ok: first.status === 0 && first.stdout.includes('2 notes.txt'),
  });

  heading(
    2,
    "A command that plants a git hook, which would run outside the sandbox later, is blocked. The hook's absence is",
  );
  say('   no mystery for whoever reads the outcome: it says who blocked what, and by which entry of the policy.');
  const hook = join(workspace, '.git/hooks/pre-commit');
  const plant = ['sh', '-c', "echo 'curl example.com' > .git/hooks/pre-commit"];
  sallyport(['exec', ...mode, '-a', 'never', '--report', report, '--', ...plant]);
  const denial = readDenial(report);
  say(`   the outcome, as data: ${JSON.stringify(denial, null, 2)?.replaceAll('\n', '\n   ')}`);
  results.push({
    title: 'denied: nothing was written, and the denial names the path and the policy entry',
    ok:
      denial?.evidence.some(({ target, rule }) => target?.endsWith('pre-commit') && rule) === true && !existsSync(hook),
  });

  heading(3, 'On a terminal somebody is asked, and after a yes it runs again, without the sandbox.');
  const retry = ['exec', ...mode, '-a', 'on-request', '--', ...plant];
  const pty = openPty([bin, ...retry], { cwd: workspace, env: environment });
  if (pty === undefined) {
    say('(No terminal can be opened here. Without one nobody can be asked, so what needs a yes is refused:)');
    const refused = sallyport(['exec', ...mode, '--escalate', '--justification', 'demo', '--', 'true']);
    results.push({ title: 'refused: no terminal, so no approval', ok: refused.status === NEVER_RAN });
  } else {
    say(`   $ sallyport ${retry.map(quote).join(' ')}`);
    const status = await answerYes(pty);
    results.push({ title: 'approved: asked once, ran again, written', ok: status === 0 && existsSync(hook) });
  }
  return results;
}

function heading(number, text) {
  say(`\n${number}. ${text}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function runCli(args, options) {
  say(`   $ sallyport ${args.map(quote).join(' ')}`);
  // Nobody is at stdin: the demo never waits.
  const result = spawnSync(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: STEP_TIMEOUT,
    ...options,
  });
  for (const line of `${result.stdout}${result.stderr}`.split('\n')) if (line !== '') say(`   ${line}`);
  return result;
}

function readDenial(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).denial : undefined;
}

/** The PTY package is a dependency of unified-exec, so it is resolved from there. */
function openPty(args, { cwd, env }) {
  try {
    const require = createRequire(pathToFileURL(inRepository('packages/unified-exec/package.json')));
    return require('@lydell/node-pty').spawn(process.execPath, args, {
      name: 'xterm-256color',
      cols: 120,
      rows: 30,
      cwd,
      env,
    });
  } catch {
    return undefined;
  }
}

/** Types `y` at the prompt, as the user would, and waits for the end. */
function answerYes(pty) {
  return new Promise((resolve) => {
    let seen = '';
    let answered = false;
    const timer = setTimeout(() => pty.kill('SIGKILL'), STEP_TIMEOUT);
    pty.onData((data) => {
      process.stdout.write(data.replaceAll('\n', '\n   '));
      seen += data;
      if (answered || !PROMPT.test(seen)) return;
      answered = true;
      pty.write('y\r');
    });
    pty.onExit(({ exitCode, signal }) => {
      clearTimeout(timer);
      say('');
      resolve(signal ? 128 + signal : exitCode);
    });
  });
}

/** The end of the CLI's question. */
const PROMPT = /\[q\]uit: /;

function quote(argument) {
  return /^[\w./:=@%+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
