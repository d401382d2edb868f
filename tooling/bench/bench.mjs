// `pnpm bench exec`: what one sandboxed command costs, next to its bare parts and to peers, all in one run.
import { parseArgs } from 'node:util';
import { benchExec } from './bench-exec.mjs';
import { installPeers } from './peers.mjs';

const USAGE = `usage: pnpm bench exec [--samples N] [--install-peers] [--json] [--check]

  --samples N       of the quick subjects (default 50); the slow ones get half as many
  --install-peers   install Node 22, the Codex CLI and srt into .setup/peers first
  --json            one JSON object on stdout (pnpm --silent bench exec --json)
  --check           exit with 1 when a bound is exceeded

SALLYPORT_BENCH_NODE22=/path/to/node measures on that Node 22.
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      samples: { type: 'string', default: '50' },
      'install-peers': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const samples = Number(values.samples);
  if (positionals.join() !== 'exec' || !Number.isInteger(samples) || samples < 1)
    throw new TypeError('unknown arguments');
  if (values['install-peers']) installPeers();
  const result = await benchExec({ samples, progress: process.stderr.isTTY === true });
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : table(result));
  process.exitCode = values.check && result.rows.some(({ verdict }) => verdict === 'over') ? 1 : 0;
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

function table({ host, rows, notMeasured }) {
  const header = ['subject', 'n', 'median ms', 'p95 ms', 'ratio', 'baseline', 'bound', ''];
  const cells = rows.map((row) => [
    row.name,
    String(row.samples),
    row.median.toFixed(1),
    row.p95.toFixed(1),
    row.ratio?.toFixed(2) ?? '',
    row.baseline ?? '',
    row.bound === undefined ? '' : `≤ ${row.bound}`,
    row.verdict ?? '',
  ]);
  const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column].length)));
  const numeric = new Set([1, 2, 3, 4]);
  const line = (row) =>
    row
      .map((text, column) => (numeric.has(column) ? text.padStart(widths[column]) : text.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  return [
    host,
    '',
    line(header),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
    ...notMeasured.map(({ name, reason }) => `\n${name}: not measured: ${reason}`),
    '',
  ].join('\n');
}
