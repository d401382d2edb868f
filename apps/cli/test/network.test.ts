import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canUseBubblewrap, parseEvents, run, scratch } from './harness.js';

/** A client in Node, since that is what every machine with Sallyport has. Prints what it got. */
const connectTo = (target: string) => `
  const socket = require('node:net').connect(${target});
  socket.on('data', (data) => { process.stdout.write('REACHED ' + data); process.exit(0); });
  socket.on('error', (error) => { console.error(error.message); process.exit(1); });`;

describe.skipIf(!canUseBubblewrap)('without a network', () => {
  let folder = '';
  const servers: Server[] = [];
  let connections = 0;
  let port = 0;

  async function listen(at: { port: number; host: string } | { path: string }): Promise<Server> {
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.end('hello');
    });
    await new Promise<void>((resolve) => server.listen(at, resolve));
    servers.push(server);
    return server;
  }

  beforeAll(async () => {
    // In the temp folder, so that the socket lies where the command may write: hiding it isn't what protects it.
    folder = mkdtempSync(join(tmpdir(), 'sallyport-net-'));
    const address = (await listen({ host: '127.0.0.1', port: 0 })).address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    port = address.port;
    await listen({ path: join(folder, 'host.sock') });
    await listen({ path: `\0sallyport-test-${process.pid}` });
  });
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['a TCP server on the host’s loopback', () => `{ host: '127.0.0.1', port: ${port} }`, () => `127.0.0.1:${port}`],
    [
      'a Unix socket of the host',
      () => `{ path: ${JSON.stringify(join(folder, 'host.sock'))} }`,
      () => join(folder, 'host.sock'),
    ],
    ['an abstract socket of the host', () => `{ path: '\\0sallyport-test-${process.pid}' }`, () => undefined],
  ])('%s can’t be reached, and the evidence says so', async (_what, target, named) => {
    const before = connections;
    const result = await run(scratch(), ['exec', '--json', '--', process.execPath, '-e', connectTo(target())]);
    const { outcome } = parseEvents(result.stdout);
    expect(connections).toBe(before);
    if (outcome.kind !== 'sandbox_denied') throw new Error(`not a denial: ${JSON.stringify(outcome)}`);
    expect(outcome.output.stdout.text).toBe('');
    const operations = outcome.denial.evidence.map((evidence) => evidence.operation);
    expect(operations.some((operation) => operation === 'network' || operation === 'unix_socket')).toBe(true);
    const expected = named();
    if (expected !== undefined) expect(outcome.denial.evidence.map((evidence) => evidence.target)).toContain(expected);
    expect(outcome.denial.outside).not.toBe('would_likely_fail');
  });

  test('UDP is blocked', async () => {
    const send = `
      const socket = require('node:dgram').createSocket('udp4');
      socket.on('error', (error) => { console.error(error.message); process.exit(1); });
      socket.send('x', 9, '127.0.0.1', (error) => { if (error) { console.error(error.message); process.exit(1); } console.log('SENT'); process.exit(0); });`;
    const result = await run(scratch(), ['exec', '--json', '--', process.execPath, '-e', send]);
    const { outcome } = parseEvents(result.stdout);
    expect(outcome).toMatchObject({ kind: 'sandbox_denied', denial: { evidence: [{ operation: 'network' }] } });
  });

  test('with --network the same server is reached', async () => {
    const result = await run(scratch(), [
      'exec',
      '--network',
      '--',
      process.execPath,
      '-e',
      connectTo(`{ host: '127.0.0.1', port: ${port} }`),
    ]);
    expect(result).toMatchObject({ status: 0, stdout: 'REACHED hello' });
  });

  test('a child that is fed through a pipe or a socket pair works', async () => {
    const script = `process.stdout.write(require('node:child_process').spawnSync('cat', { input: 'fed' }).stdout)`;
    const result = await run(scratch(), ['exec', '--timeout', '10000', '--', process.execPath, '-e', script]);
    expect(result).toMatchObject({ status: 0, stdout: 'fed' });
  });
});
