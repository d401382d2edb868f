import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canUseBubblewrap, run, scratch } from './harness.js';

const config = (text: string) => (home: string) => {
  mkdirSync(join(home, '.sallyport'));
  writeFileSync(join(home, '.sallyport', 'config.toml'), text);
};

describe('bad input ends with 125 and one clear line', () => {
  test.each<[string, string[], RegExp, ((home: string, workspace: string) => void)?]>([
    ['an unknown option', ['exec', '--netwrok', '--', 'true'], /unknown option '--netwrok'.*--network/],
    ['an unknown command', ['exce', '--', 'true'], /there is no command 'exce'.*exec, sandbox/],
    ['a missing folder', ['exec', '-C', '/nonexistent', '--', 'true'], /there is no folder \/nonexistent/],
    ['a file as the folder', ['exec', '-C', '/etc/passwd', '--', 'true'], /\/etc\/passwd is not a folder/],
    [
      'a mode and a profile',
      ['exec', '-s', 'read-only', '-P', ':workspace', '--', 'true'],
      /--sandbox.*cannot be used with.*--permissions/,
    ],
    ['an unknown mode', ['exec', '-s', 'loose', '--', 'true'], /loose.*read-only/],
    ['an unknown profile', ['exec', '-P', 'nope', '--', 'true'], /there is no permission profile "nope".*:workspace/],
    ['no command', ['exec'], /there is no command/],
    ['an empty command', ['exec', '--', ''], /there is no command/],
    ['empty shell text', ['exec', '-c', ' '], /the shell text is empty/],
    ['shell text and a command', ['exec', '-c', 'true', '--', 'true'], /not both/],
    ['a time-out of nothing', ['exec', '--timeout', '0', '--', 'true'], /--timeout.*whole milliseconds/],
    ['a time-out in words', ['exec', '--timeout', '5s', '--', 'true'], /--timeout.*whole milliseconds/],
    ['a justification without a request', ['exec', '--justification', 'x', '--', 'true'], /--escalate/],
    ['a missing added folder', ['exec', '--add-dir', '/nonexistent', '--', 'true'], /--add-dir.*no folder/],
    [
      'an added folder in read-only',
      ['exec', '-s', 'read-only', '--add-dir', '/var', '--', 'true'],
      /--add-dir only works/,
    ],
    ['a report that can’t be written', ['exec', '--report', '/nonexistent/r', '--', 'true'], /--report/],
    [
      'a configuration key that isn’t one',
      ['exec', '--', 'true'],
      /config\.toml:2: sandbox_mod: there is no such key/,
      config('\nsandbox_mod = "read-only"\n'),
    ],
    [
      'a wrong value',
      ['exec', '--', 'true'],
      /config\.toml:3: sandbox_workspace_write\.network_access/,
      config('[sandbox_workspace_write]\nexclude_slash_tmp = true\nnetwork_access = "yes"\n'),
    ],
    ['broken TOML', ['exec', '--', 'true'], /config\.toml:2:1: /, config('a = [\n')],
    [
      'a configuration that is a folder',
      ['exec', '--', 'true'],
      /config\.toml can't be read/,
      (home) => mkdirSync(join(home, '.sallyport', 'config.toml'), { recursive: true }),
    ],
    [
      'a glob, which nothing enforces yet',
      ['exec', '-P', 'p', '--', 'true'],
      /\*\*\/\.env/,
      config('[permissions.p.filesystem]\n":root" = "read"\n":workspace_roots" = { "**/.env" = "deny" }\n'),
    ],
    ['a bad --config', ['exec', '--config', 'sandbox_mode', '--', 'true'], /KEY=VALUE/],
  ])('%s', async (_what, args, message, prepare) => {
    const place = scratch();
    prepare?.(place.home, place.workspace);
    const result = await run(place, args);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status: 125, stdout: '' });
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });
});

describe.skipIf(!canUseBubblewrap)('a command that can’t be executed', () => {
  test.each<[string, string, number, RegExp]>([
    ['isn’t found', 'no-such-command', 127, /no-such-command.*not found/],
    ['isn’t there', './missing', 127, /missing.*(not found|no such)/i],
    ['isn’t executable', './plain.sh', 126, /plain\.sh.*(not executable|permission)/i],
    ['is a folder', './folder', 126, /folder.*(director|folder)/i],
  ])('%s: one line and the shell’s status', async (_what, command, status, message) => {
    const place = scratch();
    writeFileSync(join(place.workspace, 'plain.sh'), '#!/bin/sh\n');
    chmodSync(join(place.workspace, 'plain.sh'), 0o644);
    mkdirSync(join(place.workspace, 'folder'));
    const result = await run(place, ['exec', '--', command]);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status, stdout: '' });
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
