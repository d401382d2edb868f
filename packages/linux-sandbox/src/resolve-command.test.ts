import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandNotRunnableError } from './command-errors.js';
import { resolveCommand } from './resolve-command.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  for (const folder of ['one', 'two', 'one/folder']) mkdirSync(join(root, folder));
  for (const [file, mode] of [
    ['one/plain', 0o644],
    ['two/tool', 0o755],
    ['two/plain', 0o644],
    ['here', 0o755],
  ] as const) {
    writeFileSync(join(root, file), '');
    chmodSync(join(root, file), mode);
  }
  symlinkSync('loop', join(root, 'loop'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  { name: 'tool', path: '$/one:$/two', file: '$/two/tool' },
  { name: './here', path: '', file: '$/here' },
  { name: 'two/../here', path: undefined, file: '$/here' },
  { name: 'here', path: '', file: '$/here' }, // an empty entry is the working directory
  { name: 'here', path: '$/one:', file: '$/here' },
])('$name on $path is $file', ({ name, path, file }) => {
  expect(resolveCommand(name, { path: path?.replaceAll('$', root), cwd: root })).toBe(file.replace('$', root));
});

test.each([
  { name: 'nothing', path: '$/one:$/two', code: 127, message: 'nothing: command not found on PATH' },
  { name: './nothing', path: '', code: 127, message: './nothing: no such file' },
  { name: './loop', path: '', code: 127, message: './loop: no such file' },
  { name: './here/x', path: '', code: 127, message: './here/x: no such file' },
  { name: './one', path: '', code: 126, message: './one: is a directory' },
  { name: 'folder', path: '$/one', code: 127, message: 'folder: command not found on PATH' },
  { name: 'one/plain', path: '', code: 126, message: 'one/plain: is not executable' },
  { name: 'plain', path: '$/one:$/two', code: 126, message: '$/one/plain: is not executable' },
])('$name on $path: $code', ({ name, path, code, message }) => {
  const resolve = (): string => resolveCommand(name, { path: path.replaceAll('$', root), cwd: root });
  expect(resolve).toThrow(message.replace('$', root));
  expect(resolve).toThrow(CommandNotRunnableError);
  expect(resolve).toThrow(expect.objectContaining({ exitCode: code }));
});

const isRoot = process.geteuid?.() === 0;
test.skipIf(isRoot)(`a folder that may not be searched${isRoot ? ' [skipped: root may]' : ''}`, () => {
  chmodSync(join(root, 'two'), 0o600);
  const at = { path: join(root, 'two'), cwd: root };
  expect(() => resolveCommand('tool', at)).toThrow(expect.objectContaining({ exitCode: 127 }));
  expect(() => resolveCommand('two/tool', at)).toThrow('is in a folder that this user may not enter');
  chmodSync(join(root, 'two'), 0o755);
});

test('without PATH the system folders are searched', () => {
  expect(resolveCommand('sh', { path: undefined, cwd: root })).toMatch(/\/sh$/);
});
