import type { PermissionProfile, SandboxPolicy } from '@sallyport/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PathProbe } from '../path-probe.js';
import { policyForMode } from '../policy/policy-for-mode.js';
import { resolvePolicy } from '../policy/resolve-policy.js';
import { classifyDenial } from './classify-denial.js';
import type { EndedCommand } from './ended-command.js';

/** Every path exists as a folder, and no link is anywhere. */
const probe: PathProbe = {
  kindOf: () => 'directory',
  realpath: (path) => path,
  readLink: () => undefined,
  readText: () => undefined,
};
const workspace = policyForMode('workspace-write');
const withDenials: PermissionProfile = {
  type: 'managed',
  network: 'enabled',
  file_system: {
    type: 'restricted',
    entries: [
      { path: { type: 'special', value: { kind: 'root' } }, access: 'read' },
      { path: { type: 'special', value: { kind: 'project_roots' } }, access: 'write' },
      { path: { type: 'special', value: { kind: 'project_roots', subpath: 'secret' } }, access: 'deny' },
    ],
  },
};

/** This user may touch what is below home and the workspace, and read everything but /var/lib/private. */
const host = {
  canRead: (path: string) => !path.startsWith('/var/lib/private/'),
  canWrite: (path: string) => path.startsWith('/home/you') || path.startsWith('/ws') || path.startsWith('/tmp'),
  exists: (path: string) => path === '/home/you',
  hasContent: () => false,
};

function ended(over: Partial<EndedCommand> & { source?: SandboxPolicy | PermissionProfile }): EndedCommand {
  const { source = workspace, ...rest } = over;
  return {
    backend: 'bubblewrap',
    policy: resolvePolicy(source, { cwd: '/ws' }, probe),
    cwd: '/ws',
    command: ['sh', 'script.sh'],
    home: '/home/you',
    exitCode: 1,
    stdout: '',
    stderr: '',
    host,
    ...rest,
  };
}

describe('a write that the policy forbids and the user could do outside is certain', () => {
  test.each([
    ['dash', 'sh: 1: cannot create /home/you/x: Read-only file system', '/home/you/x'],
    ['bash', 'bash: line 1: /home/you/x: Read-only file system', '/home/you/x'],
    ['zsh', 'zsh:1: read-only file system: /home/you/x', '/home/you/x'],
    ['coreutils', "touch: cannot touch '/home/you/x': Read-only file system", '/home/you/x'],
    ['coreutils with curly quotes', 'touch: cannot touch ‘/home/you/x’: Read-only file system', '/home/you/x'],
    ['busybox', 'touch: /home/you/x: Read-only file system', '/home/you/x'],
    ['Node', "Error: EROFS: read-only file system, open '/home/you/x'", '/home/you/x'],
    ['Python', "OSError: [Errno 30] Read-only file system: '/home/you/x'", '/home/you/x'],
    ['Go', 'open /home/you/x: read-only file system', '/home/you/x'],
    ['Java', 'java.io.FileNotFoundException: /home/you/x (Read-only file system)', '/home/you/x'],
    ['Ruby', 'Read-only file system @ rb_sysopen - /home/you/x (Errno::EROFS)', '/home/you/x'],
    ['tar', 'tar: /home/you/x: Cannot open: Read-only file system', '/home/you/x'],
    ['with a space', "mkdir: cannot create directory '/home/you/my x': Read-only file system", '/home/you/my x'],
    ['a home', 'tool: ~/x: Read-only file system', '/home/you/x'],
    ['a URL', "Error: EROFS: read-only file system, open 'file:///home/you/x'", '/home/you/x'],
    [
      'cargo, lines later',
      'error: failed to create directory `/home/you/.cargo/registry`\n\nCaused by:\n  Read-only file system (os error 30)',
      '/home/you/.cargo/registry',
    ],
    [
      'npm (npm/npm#18246)',
      "npm error code EROFS\nnpm error syscall mkdir\nnpm error path /home/you/.npm/_cacache/tmp\nnpm error errno EROFS\nnpm error rofs EROFS: read-only file system, mkdir '/home/you/.npm/_cacache/tmp'",
      '/home/you/.npm/_cacache/tmp',
    ],
    ['git’s lock', "fatal: Unable to create '/ws/.git/index.lock': Read-only file system", '/ws/.git/index.lock'],
    ['relative', 'error: could not lock config file .git/config: Read-only file system', '/ws/.git/config'],
    ['a mount point that can’t be removed', "rm: cannot remove '.git': Device or resource busy", '/ws/.git'],
  ])('%s', (_program, stderr, target) => {
    const denial = classifyDenial(ended({ stderr, exitCode: 2 }));
    expect(denial).toMatchObject({ boundary: 'sandbox', confidence: 'certain', outside: 'would_likely_succeed' });
    expect(denial?.evidence.map((evidence) => evidence.target)).toContain(target);
    expect(denial?.evidence[0]).toMatchObject({
      source: 'policy',
      operation: 'write',
      rule: expect.stringContaining('= read'),
    });
    expect(denial?.evidence[0]?.text).toSatisfy((text: string) => stderr.includes(text));
  });

  test('on a terminal, where both streams are one', () => {
    const stdout = 'sh: 1: cannot create /home/you/x: Read-only file system\r\n';
    expect(classifyDenial(ended({ stdout, isTerminal: true }))).toMatchObject({
      confidence: 'certain',
      evidence: [{ target: '/home/you/x' }],
    });
  });

  test('a name relative to where the command went', () => {
    const denial = classifyDenial(
      ended({
        command: ['sh', '-c', 'cd /home/you && touch x'],
        stderr: "touch: cannot touch 'x': Read-only file system",
      }),
    );
    expect(denial).toMatchObject({ confidence: 'certain', evidence: [{ target: '/home/you/x' }] });
  });

  test('a folder above something protected can’t be moved, and the evidence names what is protected', () => {
    const denial = classifyDenial(
      ended({ source: withDenials, stderr: "mv: cannot move '/ws' to '/ws2': Device or resource busy" }),
    );
    expect(denial?.evidence[0]).toMatchObject({ operation: 'write', target: '/ws', rule: '"/ws/secret" = deny' });
  });

  test('Node takes a read-only file system for a missing parent (npm/npm#18246)', () => {
    const npm = (path: string) =>
      `npm error code ENOENT\nnpm error enoent ENOENT: no such file or directory, mkdir '${path}'`;
    expect(classifyDenial(ended({ stderr: npm('/home/you/.npm') }))).toMatchObject({
      confidence: 'certain',
      evidence: [{ operation: 'write', target: '/home/you/.npm' }],
    });
    // Without its parent it may really be missing.
    expect(classifyDenial(ended({ stderr: npm('/home/you/a/b') }))).toMatchObject({ confidence: 'likely' });
    expect(classifyDenial(ended({ stderr: npm('/ws/a/b') }))).toBeUndefined();
    expect(
      classifyDenial(ended({ stderr: 'mkdir: cannot create directory ‘/home/you/a/b’: No such file or directory' })),
    ).toBeUndefined();
  });

  test('a protected name that isn’t there: the stand-in', () => {
    const stderr = 'mkdir: cannot create directory ‘.git’: File exists';
    expect(classifyDenial(ended({ stderr }))).toMatchObject({
      confidence: 'likely',
      evidence: [{ operation: 'write', target: '/ws/.git' }],
    });
    expect(classifyDenial(ended({ stderr, host: { ...host, hasContent: () => true } }))).toBeUndefined();
    expect(classifyDenial(ended({ stderr: 'mkdir: cannot create directory ‘src’: File exists' }))).toBeUndefined();
  });
});

describe('a read that the policy forbids', () => {
  test.each([
    ['hidden by a mask', 'cat: secret/key: Permission denied', '/ws/secret/key'],
    ['not there at all inside', 'cat: /ws/secret/key: No such file or directory', '/ws/secret/key'],
    ['a folder', "ls: cannot open directory '/ws/secret': Permission denied", '/ws/secret'],
  ])('%s', (_how, stderr, target) => {
    expect(classifyDenial(ended({ source: withDenials, stderr }))).toMatchObject({
      confidence: 'certain',
      evidence: [{ source: 'policy', operation: 'read', target, rule: '"/ws/secret" = deny' }],
    });
  });

  test('a device that the sandbox doesn’t have', () => {
    const denial = classifyDenial(ended({ stderr: 'Could not access /dev/kvm: No such file or directory' }));
    expect(denial?.evidence[0]).toMatchObject({
      operation: 'read',
      target: '/dev/kvm',
      rule: 'the sandbox has its own /dev',
    });
  });
});

describe('what the policy allows, or this user couldn’t do anyway, is no denial whatever the words', () => {
  test.each<[string, Partial<EndedCommand>]>([
    ['a path that may be written', { stderr: "touch: cannot touch '/ws/locked/x': Permission denied" }],
    ['a folder of mode 000 in the workspace', { stderr: 'find: ‘./locked’: Permission denied' }],
    ['a file of root’s', { stderr: "touch: cannot touch '/etc/x': Read-only file system" }],
    ['a file that nobody but root reads', { stderr: 'cat: /var/lib/private/key: Permission denied' }],
    [
      'a script without its x bit (openai/codex#8895)',
      { exitCode: 126, stderr: 'sh: 1: ./noexec.sh: Permission denied' },
    ],
    ['a command that isn’t there (openai/codex#8895)', { exitCode: 127, stderr: 'sh: 1: nosuchcmd: not found' }],
    [
      'a usage error with such words (openai/codex#8895)',
      { exitCode: 2, stderr: 'tool: bad option: permission denied' },
    ],
    ['a file that isn’t there', { stderr: "cat: '/ws/nothing': No such file or directory" }],
    ['the word sandbox in a path on stdout (openai/codex#18711)', { stdout: './sandbox/a.json\n' }],
    ['the word sandbox in a path on stderr', { stderr: 'cannot parse ./sandbox/a.json' }],
    [
      'a server’s refusal',
      {
        source: withDenials,
        exitCode: 255,
        stderr: 'git@example.com: Permission denied (publickey).',
      } as Partial<EndedCommand>,
    ],
    [
      'success, and a log with such words on stdout (microsoft/vscode#333898)',
      { exitCode: 0, stdout: 'sh: 1: cannot create /home/you/x: Read-only file system' },
    ],
    [
      'success on a terminal, and such a log',
      { exitCode: 0, isTerminal: true, stdout: 'sh: 1: cannot create /home/you/x: Read-only file system' },
    ],
    ['success with words and no path', { exitCode: 0, stderr: 'sandbox: permission denied' }],
    ['SIGKILL', { exitCode: 137, signal: 'SIGKILL' }],
    ['a client’s name in the words of another command', { command: ['grep', 'curl', 'notes'] }],
    [
      'an owner changed to somebody else’s',
      {
        stderr: 'chown: changing ownership of ‘f’: Operation not permitted',
        host: { ...host, hasContent: () => true },
      },
    ],
    ['output to /dev/null', { command: ['sh', '-c', 'false > /dev/null'] }],
  ])('%s', (_what, over) => {
    expect(classifyDenial(ended(over))).toBeUndefined();
  });
});

describe('what is only likely', () => {
  test('success, though standard error names a path that the policy denies (microsoft/vscode#333898)', () => {
    const denial = classifyDenial(
      ended({ source: withDenials, exitCode: 0, stderr: 'find: ‘/ws/secret’: Permission denied' }),
    );
    expect(denial).toMatchObject({ confidence: 'likely', evidence: [{ source: 'policy', target: '/ws/secret' }] });
  });

  test('a denial told on standard output', () => {
    const stdout = "FAIL EROFS: read-only file system, open '/home/you/x'";
    expect(classifyDenial(ended({ stdout }))).toMatchObject({
      confidence: 'likely',
      evidence: [{ target: '/home/you/x' }],
    });
  });

  test('words alone', () => {
    expect(classifyDenial(ended({ stderr: 'chrome: No usable sandbox!' }))).toMatchObject({
      confidence: 'likely',
      outside: 'unknown',
      evidence: [{ source: 'keyword', operation: 'unknown', text: 'chrome: No usable sandbox!' }],
    });
  });

  test.each([
    ['unshare: unshare failed: Operation not permitted', 'unshare'],
    ['strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted', 'ptrace'],
    ['keyctl: read: Operation not permitted', 'keyctl'],
  ])('a call that the filter closes: %s', (stderr, target) => {
    expect(classifyDenial(ended({ stderr }))).toMatchObject({
      confidence: 'likely',
      evidence: [{ source: 'policy', operation: 'syscall', target, rule: 'system-call filter' }],
    });
  });

  test('a redirection to a forbidden path, and not a word', () => {
    const command = ['sh', '-c', 'exec 2>/dev/null; echo x > "$HOME/x"'];
    expect(classifyDenial(ended({ command, exitCode: 2 }))).toMatchObject({
      confidence: 'likely',
      evidence: [{ source: 'policy', operation: 'write', target: '/home/you/x' }],
    });
  });

  test('a silent client', () => {
    expect(
      classifyDenial(ended({ command: ['curl', '-sf', 'https://user:pw@example.com/a?b'], exitCode: 6 })),
    ).toMatchObject({
      confidence: 'likely',
      evidence: [{ operation: 'network', target: 'example.com' }],
    });
  });
});

describe('SIGSYS (openai/codex#4852)', () => {
  test.each<[string, Partial<EndedCommand>, 'certain' | 'likely']>([
    ['reported by the launcher', { exitCode: 159, kernelReport: 'sigsys' }, 'certain'],
    ['as the signal', { exitCode: 159, signal: 'SIGSYS' }, 'certain'],
    ['as a status that a shell passes on', { exitCode: 159 }, 'likely'],
  ])('%s', (_how, over, confidence) => {
    expect(classifyDenial(ended(over))).toMatchObject({
      confidence,
      evidence: [{ source: 'kernel', operation: 'syscall' }],
    });
  });
});

describe('without a network (openai/codex#41320, #20917)', () => {
  const network = (target?: string) => ({
    operation: 'network',
    rule: 'network = restricted',
    ...(target === undefined ? {} : { target }),
  });
  test.each([
    ['Node', 'Error: connect EPERM 127.0.0.1:5432 - Local (undefined:undefined)', network('127.0.0.1:5432')],
    ['Node on IPv6', 'Error: connect EPERM ::1:5432', network('[::1]:5432')],
    ['Node that listens', 'Error: listen EPERM: operation not permitted 127.0.0.1:8080', network('127.0.0.1:8080')],
    ['Node and a name', 'Error: getaddrinfo EAI_AGAIN example.com', network('example.com')],
    ['ssh', 'ssh: connect to host 127.0.0.1 port 22: Operation not permitted', network('127.0.0.1:22')],
    [
      'ssh and a name',
      'ssh: Could not resolve hostname example.com: Temporary failure in name resolution',
      network('example.com'),
    ],
    [
      'curl',
      "curl: (7) Failed to connect to localhost port 8080 after 0 ms: Couldn't connect to server",
      network('localhost:8080'),
    ],
    ['curl and a name', 'curl: (6) Could not resolve host: example.com', network('example.com')],
    [
      'git',
      "fatal: unable to access 'https://example.com/r/': Could not resolve host: example.com",
      network('example.com'),
    ],
    ['wget', 'wget: unable to resolve host address ‘example.com’', network('example.com')],
    ['busybox', "wget: bad address 'example.com'", network('example.com')],
    ['nc', 'nc: socket: Operation not permitted', network()],
    [
      'psql',
      'psql: error: connection to server at "127.0.0.1", port 5432 failed: Operation not permitted',
      network('127.0.0.1:5432'),
    ],
    ['Go', 'dial tcp 127.0.0.1:6379: socket: operation not permitted', network('127.0.0.1:6379')],
    [
      'Python, calls above the error',
      `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n    s.bind(('127.0.0.1', 8080))\nPermissionError: [Errno 1] Operation not permitted`,
      network('127.0.0.1:8080'),
    ],
    ['Python’s socket', 'x = socket.socket()\nPermissionError: [Errno 1] Operation not permitted', network()],
    [
      'docker',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      { operation: 'unix_socket', target: '/var/run/docker.sock' },
    ],
    [
      'Go on a Unix socket',
      'dial unix /run/user/1/podman.sock: connect: operation not permitted',
      { operation: 'unix_socket', target: '/run/user/1/podman.sock' },
    ],
    [
      'Node on a Unix socket',
      'Error: connect EPERM /run/my app.sock',
      { operation: 'unix_socket', target: '/run/my app.sock' },
    ],
    [
      'psql on a Unix socket',
      'psql: error: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: Operation not permitted',
      { operation: 'unix_socket', target: '/run/postgresql/.s.PGSQL.5432' },
    ],
  ])('%s', (_program, stderr, evidence) => {
    const denial = classifyDenial(ended({ stderr }));
    expect(denial).toMatchObject({ confidence: 'certain', outside: 'unknown' });
    expect(denial?.evidence[0]).toMatchObject({ source: 'policy', ...evidence });
    expect(
      classifyDenial(ended({ stderr, source: { ...policyForMode('workspace-write', { network: true }) } }))?.confidence,
    ).not.toBe('certain');
  });
});

test('neither stream, nor the command, can make it fail, and a quoted line is bounded', () => {
  const text = fc.array(
    fc.oneof(
      fc.constantFrom(
        'Permission denied',
        'EROFS',
        'EPERM',
        ': ',
        "'",
        '/home/you/x',
        'connect',
        '127.0.0.1:1',
        '\n',
        '~/',
        'port 1',
        '\0',
        'x'.repeat(5000),
      ),
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(text, text, fc.nat(255), (out, err, exitCode) => {
      const denial = classifyDenial(ended({ stdout: out.join(''), stderr: err.join(''), exitCode }));
      for (const evidence of denial?.evidence ?? []) expect((evidence.text ?? '').length).toBeLessThanOrEqual(512);
      expect(denial?.evidence.length ?? 1).toBeGreaterThan(0);
    }),
  );
});

test('a path that the policy allows never becomes evidence', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/).filter((text) => !text.startsWith('git'));
  const words = fc.constantFrom(
    'Permission denied',
    'Read-only file system',
    'Operation not permitted',
    'Device or resource busy',
  );
  fc.assert(
    fc.property(name, words, fc.integer({ min: 1, max: 255 }), (part, error, exitCode) => {
      const denial = classifyDenial(ended({ stderr: `tool: '/ws/${part}/file': ${error}`, exitCode }));
      expect(denial?.evidence.map((evidence) => evidence.target) ?? []).not.toContain(`/ws/${part}/file`);
    }),
  );
});
