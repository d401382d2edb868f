import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nodeHostAccess } from './host-access.js';

const root = mkdtempSync(join(tmpdir(), 'sallyport-host-'));
writeFileSync(join(root, 'file'), 'x');
mkdirSync(join(root, 'empty'));
mkdirSync(join(root, 'closed'));
writeFileSync(join(root, 'closed', 'file'), 'x', { mode: 0o400 });
chmodSync(join(root, 'closed'), 0o500);
afterAll(() => {
  chmodSync(join(root, 'closed'), 0o700);
  rmSync(root, { recursive: true });
});
/** access(2) says yes to everything for root. */
const isRoot = process.getuid?.() === 0;

test.each([
  { path: 'file', canRead: true, canWrite: true, hasContent: true },
  { path: 'empty', canRead: true, canWrite: true, hasContent: false },
  { path: 'missing', canRead: false, canWrite: true, hasContent: false },
  { path: 'missing/below', canRead: false, canWrite: true, hasContent: false },
  { path: 'closed', canRead: true, canWrite: isRoot, hasContent: true },
  { path: 'closed/file', canRead: true, canWrite: isRoot, hasContent: true },
  { path: 'closed/missing', canRead: false, canWrite: isRoot, hasContent: false },
])('$path', ({ path, ...expected }) => {
  const at = join(root, path);
  expect({
    canRead: nodeHostAccess.canRead(at),
    canWrite: nodeHostAccess.canWrite(at),
    hasContent: nodeHostAccess.hasContent(at),
  }).toEqual(expected);
});
