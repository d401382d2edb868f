// The subjects of `bench exec`, what each is compared with, and the bound it must meet.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareLaunch, runInProcess } from './library.mjs';
import { measure, percentile } from './measure.mjs';
import { findCodex, findNode22, findSrt } from './peers.mjs';
import { spawnToEnd } from './spawn.mjs';

const cli = fileURLToPath(import.meta.resolve('@sallyport/cli/package.json')).replace(
  /package\.json$/,
  'bin/sallyport.cjs',
);
const COMMAND = ['true'];

const bare = 'bare bwrap, same arguments';
const node20 = `node ${process.version} -e 0`;
const node22 = 'node 22 -e 0';
const codex = 'codex 0.171.0 sandbox (native binary)';
const srt = 'srt';
const ours22 = 'sallyport exec, cold, node 22';
/** Who may not work on a machine without that being an error of ours. */
const PEERS = new Set([codex, srt]);

export async function benchExec({ samples, progress }) {
  const workspace = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  // Not below the temp folder: Codex won't have its home there, and ours would cost the sandbox a mount more.
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  mkdirSync(caches, { recursive: true });
  const home = mkdtempSync(join(caches, 'sallyport-bench-'));
  try {
    const { usable, notMeasured } = await withoutBroken(subjects(workspace, home));
    const times = await measure(usable, {
      samples,
      warmUp: 3,
      onRound: (done, all) =>
        progress && process.stderr.write(`\r▸ round ${done} of ${all}${done === all ? '\n' : ''}`),
    });
    return {
      host: `node ${process.version}, kernel ${release()}, ${availableParallelism()} cores`,
      rows: rowsOf(times),
      notMeasured,
    };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}

/** `every` 2: the slow ones take part in every second round. */
function subjects(cwd, home) {
  const env = { ...process.env, SALLYPORT_HOME: join(home, 'sallyport') };
  const spawned = (name, file, args, overrides = {}) => ({
    name,
    every: 2,
    run: () => spawnToEnd(file, args, { cwd, env: { ...env, ...overrides } }),
  });
  const list = [
    bareSubject(cwd, env),
    { name: 'in process: policy to outcome', every: 1, run: () => runInProcess(COMMAND, cwd, env) },
    spawned(node20, process.execPath, ['-e', '0']),
    spawned(`sallyport exec, cold, node ${process.version}`, process.execPath, [cli, 'exec', '--', ...COMMAND]),
  ];
  const node = findNode22();
  if (node === undefined) list.push(missing(ours22, 'set SALLYPORT_BENCH_NODE22 or use --install-peers'));
  else list.push(spawned(node22, node, ['-e', '0']), spawned(ours22, node, [cli, 'exec', '--', ...COMMAND]));

  const codexBinary = findCodex();
  if (codexBinary === undefined) list.push(missing(codex, 'use --install-peers'));
  else {
    const codexHome = join(home, 'codex');
    mkdirSync(codexHome);
    list.push(spawned(codex, codexBinary, ['sandbox', '--', ...COMMAND], { CODEX_HOME: codexHome }));
  }
  const srtScript = findSrt();
  if (srtScript === undefined) list.push(missing(srt, 'use --install-peers'));
  else {
    const settings = join(home, 'srt.json');
    writeFileSync(
      settings,
      JSON.stringify({
        network: { allowedDomains: [], deniedDomains: [] },
        filesystem: { denyRead: [], allowWrite: ['.'], denyWrite: [] },
      }),
    );
    list.push(spawned(srt, process.execPath, [srtScript, '--settings', settings, ...COMMAND]));
  }
  return list;
}

/** The launch is prepared beforehand: only the spawn and the wait are timed. */
function bareSubject(cwd, env) {
  const { file, args, fds, ...launch } = bareLaunch(COMMAND, cwd, env);
  return { name: bare, every: 1, run: () => spawnToEnd(file, args, { cwd: launch.cwd, env: launch.env, fds }) };
}

function missing(name, reason) {
  return { name, reason };
}

/** Runs each once. Ours must work; what a peer lacks on this machine is said. */
async function withoutBroken(list) {
  const usable = [];
  const notMeasured = [];
  for (const subject of list) {
    if (subject.reason !== undefined) {
      notMeasured.push(subject);
      continue;
    }
    try {
      await subject.run();
      usable.push(subject);
    } catch (error) {
      if (!PEERS.has(subject.name)) throw error;
      notMeasured.push({ name: subject.name, reason: error.message.trim().split('\n', 1)[0] });
    }
  }
  return { usable, notMeasured };
}

function rowsOf(times) {
  const median = (name) => (times.has(name) ? percentile(times.get(name), 0.5) : undefined);
  const bounds = new Map([
    ['in process: policy to outcome', { baseline: 'bare bwrap', against: median(bare), bound: 1.25 }],
    [
      `sallyport exec, cold, node ${process.version}`,
      { baseline: 'node -e 0 + bare bwrap', against: sum(median(node20), median(bare)), bound: 1.5 },
    ],
    [ours22, { baseline: 'codex', against: median(codex), bound: 1 }],
    [srt, { baseline: 'codex', against: median(codex) }],
  ]);
  return [...times].map(([name, list]) => {
    const { baseline, against, bound } = bounds.get(name) ?? {};
    const row = { name, samples: list.length, median: percentile(list, 0.5), p95: percentile(list, 0.95) };
    if (against === undefined) return row;
    const ratio = row.median / against;
    return {
      ...row,
      ratio,
      baseline,
      ...(bound === undefined ? {} : { bound, verdict: ratio <= bound ? 'ok' : 'over' }),
    };
  });
}

function sum(a, b) {
  return a === undefined || b === undefined ? undefined : a + b;
}
