import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canUseBubblewrap, parseEvents, run, scratch } from './harness.js';

const contained = describe.skipIf(!canUseBubblewrap);
const why = canUseBubblewrap ? '' : ' (skipped: bubblewrap does not work here)';

contained(`exec in a workspace${why}`, () => {
  test('writes below the folder, and the status is the command’s own', async () => {
    const place = scratch();
    const result = await run(place, ['exec', '--', 'sh', '-c', 'echo hi > a.txt; exit 7']);
    expect(result).toMatchObject({ status: 7, stdout: '', stderr: '' });
    expect(readFileSync(join(place.workspace, 'a.txt'), 'utf8')).toBe('hi\n');
  });

  test('stdin, stdout and stderr are the command’s, byte for byte', async () => {
    const result = await run(scratch(), ['exec', '--', 'sh', '-c', 'cat; echo err >&2'], 'in\r\nput');
    expect(result).toMatchObject({ status: 0, stdout: 'in\r\nput', stderr: 'err\n' });
  });

  test('a write outside is blocked, and stderr says by whom, where and by what rule', async () => {
    const place = scratch();
    const target = join(place.home, 'x');
    const result = await run(place, ['exec', '--', 'sh', '-c', 'echo hi > "$HOME/x"']);
    expect(result.status).toBe(2);
    expect(existsSync(target)).toBe(false);
    expect(result.stderr).toContain('the sandbox (bubblewrap) blocked this command');
    expect(result.stderr).toContain(target);
    expect(result.stderr).toContain('policy entry');
    expect(result.stderr).toContain('This was the sandbox, not the target');
  });

  test('--json ends with the denial, its evidence, and the output as it was', async () => {
    const place = scratch();
    const plain = await run(place, ['sandbox', '--', 'sh', '-c', 'printf "a\\r\\nb"; echo hi > "$HOME/x"']);
    const json = await run(place, ['exec', '--json', '--', 'sh', '-c', 'printf "a\\r\\nb"; echo hi > "$HOME/x"']);
    const { outcome } = parseEvents(json.stdout);
    if (outcome.kind !== 'sandbox_denied') throw new Error(`not a denial: ${json.stdout}`);
    expect(json.status).toBe(2);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.output.stdout.text).toBe('a\r\nb');
    expect(plain.stderr.startsWith(outcome.output.stderr.text)).toBe(true);
    expect(outcome.denial).toMatchObject({
      boundary: 'sandbox',
      backend: 'bubblewrap',
      confidence: 'certain',
      outside: 'would_likely_succeed',
    });
    expect(outcome.denial.evidence[0]).toMatchObject({
      source: 'policy',
      operation: 'write',
      target: join(place.home, 'x'),
      rule: expect.stringContaining('read'),
      text: expect.stringContaining('Read-only file system'),
    });
  });

  test.each(['.git', '.agents', '.codex', '.sallyport'])(
    '%s can’t be made, and nothing of it is left',
    async (name) => {
      const place = scratch();
      const attack = [
        `mkdir ${name}`,
        `echo x > ${name}`,
        `echo x > ${name}/config`,
        `rmdir ${name}`,
        `mv ${name} moved`,
        `ln -s /etc ${name}`,
        `mkdir tmp && mv tmp ${name}`,
      ].join('; ');
      await run(place, ['exec', '--', 'sh', '-c', `${attack}; rmdir tmp; true`]);
      expect(readdirSync(place.workspace)).toEqual([]);
    },
  );

  test.each(['.git', '.agents', '.codex', '.sallyport'])('%s that is there stays as it is', async (name) => {
    const place = scratch();
    mkdirSync(join(place.workspace, name));
    writeFileSync(join(place.workspace, name, 'config'), 'old');
    const result = await run(place, [
      'exec',
      '--',
      'sh',
      '-c',
      `echo new > ${name}/config; rm -rf ${name}; mv ${name} away; cat ${name}/config`,
    ]);
    expect(result.stdout).toBe('old');
    expect(readFileSync(join(place.workspace, name, 'config'), 'utf8')).toBe('old');
    expect(readdirSync(place.workspace)).toEqual([name]);
  });

  test('without a terminal nothing is asked and nothing hangs', async () => {
    const place = scratch();
    const result = await run(place, ['exec', '-a', 'on-request', '--json', '--', 'sh', '-c', 'echo hi > "$HOME/x"']);
    const { events, outcome } = parseEvents(result.stdout);
    expect(events.map((event) => event.type)).not.toContain('approval_decided');
    expect(outcome).toMatchObject({ kind: 'sandbox_denied', denial: { escalation: { available: false } } });
  });

  test.each([
    ['never', /nobody may be asked/],
    ['on-request', /nobody can be asked here: there is no terminal/],
  ])('--escalate under %s without a terminal runs nothing', async (ask, reason) => {
    const place = scratch();
    const result = await run(place, ['exec', '-a', ask, '--escalate', '--json', '--', 'touch', 'made']);
    const { events, outcome } = parseEvents(result.stdout);
    expect(result.status).toBe(125);
    expect(outcome).toMatchObject({ kind: 'forbidden', reason: expect.stringMatching(reason) });
    expect(events.map((event) => event.type)).not.toContain('exec_begin');
    expect(readdirSync(place.workspace)).toEqual([]);
  });

  test('invalid UTF-8 survives in --json as lossy text with its flag', async () => {
    const result = await run(scratch(), ['exec', '--json', '--', 'printf', 'a\\377b']);
    const { outcome } = parseEvents(result.stdout);
    if (outcome.kind !== 'completed') throw new Error(result.stdout);
    expect(outcome.output.stdout).toEqual({ text: 'a\ufffdb', lossy: true, totalBytes: 3, omittedBytes: 0 });
  });

  test('a command that succeeds isn’t a denial, whatever it prints', async () => {
    const result = await run(scratch(), ['exec', '--', 'echo', 'sh: 1: cannot create /etc/x: Read-only file system']);
    expect(result).toMatchObject({ status: 0, stderr: '' });
  });

  test('--report has the outcome, where stdout belongs to the command', async () => {
    const place = scratch();
    const file = join(place.home, 'report.json');
    const result = await run(place, ['exec', '--report', file, '--', 'echo', 'hi']);
    expect(result.stdout).toBe('hi\n');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ kind: 'completed', exitCode: 0 });
  });

  test('a report file that the command turned into a symlink isn’t followed', async () => {
    const place = scratch();
    const victim = join(place.home, 'victim');
    writeFileSync(victim, 'precious');
    const result = await run(place, [
      'exec',
      '--report',
      'r.json',
      '--',
      'sh',
      '-c',
      `rm r.json; ln -s ${victim} r.json`,
    ]);
    expect(result.status).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    const again = await run(place, ['exec', '--report', 'r.json', '--', 'true']);
    expect(again).toMatchObject({ status: 125, stderr: expect.stringContaining('it is a symlink') });
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  test('the three records stand apart, in order, with their ids and times', async () => {
    const result = await run(scratch(), ['exec', '--json', '--', 'true']);
    const { events } = parseEvents(result.stdout);
    expect(events.map((event) => event.type)).toEqual(['exec_begin', 'exec_end', 'outcome']);
    const [begin, end, last] = events;
    if (begin?.type !== 'exec_begin' || end?.type !== 'exec_end' || last?.type !== 'outcome') throw new Error();
    expect(begin.id).toBe(end.id);
    expect(begin.callId).toBe(last.callId);
    expect(begin.atMs).toBeLessThanOrEqual(end.atMs);
    expect(end.attempt).toMatchObject({ id: begin.id, backend: 'bubblewrap', status: 'completed', exitCode: 0 });
  });
});

describe('policy', () => {
  test.skipIf(!canUseBubblewrap)(
    'the CLI’s own folders can’t be written, also where a writable folder contains them',
    async () => {
      const place = scratch();
      const home = join(place.home, '.sallyport');
      mkdirSync(home);
      writeFileSync(join(home, 'config.toml'), 'approval_policy = "never"\n');
      await run(place, [
        'exec',
        '--add-dir',
        join(place.home, '..'),
        '--',
        'sh',
        '-c',
        `echo 'sandbox_mode = "danger-full-access"' > ${home}/config.toml; mv ${home} ${home}.old`,
      ]);
      expect(readFileSync(join(home, 'config.toml'), 'utf8')).toBe('approval_policy = "never"\n');
    },
  );

  test('explain says who may do what, and which entry decides', async () => {
    const place = scratch();
    const result = await run(place, ['policy', 'explain', '--json', '.', '.git', '/etc/passwd']);
    expect(result.status).toBe(0);
    const lines = result.stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      { path: place.workspace, access: 'write' },
      { path: join(place.workspace, '.git'), access: 'read', origin: 'protected_metadata' },
      { path: '/etc/passwd', access: 'read' },
      { type: 'network', network: 'restricted' },
    ]);
  });

  test.each(['bubblewrap', 'landlock', 'seccomp'])('explain --plan %s prints a plan', async (plan) => {
    const result = await run(scratch(), ['policy', 'explain', '-s', 'read-only', '--plan', plan]);
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(result.stdout.length).toBeGreaterThan(50);
  });

  test('a profile of the configuration is enforced', { skip: !canUseBubblewrap }, async () => {
    const place = scratch();
    mkdirSync(join(place.home, '.sallyport'));
    mkdirSync(join(place.workspace, 'docs'));
    writeFileSync(join(place.workspace, 'secret'), 'hidden');
    writeFileSync(
      join(place.home, '.sallyport', 'config.toml'),
      '[permissions.docs.filesystem]\n":root" = "read"\n":workspace_roots" = { "docs" = "write", "secret" = "deny" }\n',
    );
    const result = await run(place, [
      'exec',
      '-P',
      'docs',
      '--',
      'sh',
      '-c',
      'echo a > docs/a; echo b > b; cat secret',
    ]);
    expect(readdirSync(join(place.workspace, 'docs'))).toEqual(['a']);
    expect(existsSync(join(place.workspace, 'b'))).toBe(false);
    expect(result.stdout).toBe('');
    expect(result.status).not.toBe(0);
  });
});
