import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBubblewrap } from './find-bubblewrap.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-test-')));
  for (const folder of ['bin', 'other', 'ws', 'ws/bin']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(path: string, mode = 0o755): void {
  writeFileSync(join(root, path), '#!/bin/sh\n');
  chmodSync(join(root, path), mode);
}

function find(path: string | undefined, options: { cwd?: string; excludeUnder?: string[] } = {}): string | undefined {
  const found = findBubblewrap({
    path: path?.replaceAll('$', root),
    cwd: options.cwd ?? join(root, 'ws'),
    excludeUnder: options.excludeUnder ?? [],
  });
  return found?.origin === 'system' ? found.path.replace(root, '$') : undefined;
}

test('the first executable file on PATH wins', () => {
  program('other/bwrap');
  program('bin/bwrap');
  expect(find('$/missing:$/bin:$/other')).toBe('$/bin/bwrap');
});

test('a directory, a plain file and a dangling link are passed over', () => {
  mkdirSync(join(root, 'bin/bwrap'));
  program('ws/bwrap', 0o644);
  symlinkSync('nowhere', join(root, 'ws/bin/bwrap'));
  program('other/bwrap');
  expect(find('$/bin:$/ws:$/ws/bin:$/other', { cwd: '/' })).toBe('$/other/bwrap');
});

test('no PATH, no system bwrap', () => expect(find(undefined)).toBeUndefined());

test('one that the workspace brings is passed over', () => {
  program('ws/bin/bwrap');
  expect(find('$/ws/bin')).toBeUndefined();
  program('bin/bwrap');
  expect(find('$/ws/bin:$/bin')).toBe('$/bin/bwrap');
});

test('also through a link that lies elsewhere, and through a link to the workspace', () => {
  program('ws/bin/bwrap');
  symlinkSync(join(root, 'ws/bin/bwrap'), join(root, 'bin/bwrap'));
  symlinkSync(join(root, 'ws'), join(root, 'alias'));
  expect(find('$/bin:$/alias/bin')).toBeUndefined();
  expect(find('$/ws/bin', { cwd: join(root, 'alias') })).toBeUndefined();
});

test.each(['bin', './bin', '', '.', '../bin'])('the relative PATH entry %j is passed over', (entry) => {
  program('bin/bwrap');
  program('ws/bin/bwrap');
  program('ws/bwrap');
  expect(find(`${entry}:$/missing`)).toBeUndefined();
});

test('one below a folder that commands may write is passed over', () => {
  program('other/bwrap');
  expect(find('$/other', { excludeUnder: [join(root, 'other')] })).toBeUndefined();
  expect(find('$/other', { excludeUnder: [join(root, 'oth')] })).toBe('$/other/bwrap');
});

test('the root of the file system excludes nothing', () => {
  program('other/bwrap');
  expect(find('$/other', { cwd: '/', excludeUnder: ['/'] })).toBe('$/other/bwrap');
});
