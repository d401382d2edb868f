import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runNode } from '../src/run-program.js';
import { repositoryRoot } from '../src/workspace.js';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the demo shows an allowed command, a denial and a retry, and each does what it should', async () => {
  const demo = "import { demonstrate } from './tooling/setup/demo.mjs'; process.exitCode = await demonstrate();";
  const result = await runNode('--input-type=module', ['--eval', demo], { cwd: repositoryRoot });
  expect(result.status, `${result.stdout}${result.stderr}`).toBe(0);
  expect(result.stdout.match(/^ok {6}/gm)).toHaveLength(3);
});
