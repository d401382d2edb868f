// Whether a policy without a network explains that a connection failed. Nothing in such a sandbox can connect, be
// connected to, or look a name up, so a report that one of these failed is always about the sandbox.

import type { EndedCommand } from './ended-command.js';
import type { Finding } from './finding.js';
import { quoted, type RefusalLine, refusalLines, searchedLines } from './refusal-line.js';

const RULE = 'network = restricted';

/** Messages of name resolution: getaddrinfo(3), curl, git, ssh, Node, Python, busybox, PostgreSQL. */
const NAME_RESOLUTION =
  /temporary failure in name resolution|name or service not known|could(?: not|n't) (?:resolve|translate) host|\bEAI_AGAIN\b|\bENOTFOUND\b|unable to resolve|bad address|unknown host|no address associated with|nodename nor servname|temporary failure resolving/i;

/** Messages of connecting without the kernel's error. They are also said of things that aren't sockets. */
const CONNECTION =
  /failed to connect|could(?: not|n't) connect|cannot connect to|can't connect|connection refused|\bECONNREFUSED\b|network is (?:unreachable|down)|\bENETUNREACH\b|no route to host|unable to connect|error connecting/i;

const SOCKET_WORDS =
  /\b(?:connect\w*|socket\w*|bind|binding|listen\w*|dial|sendto|sendmsg|send|network|getaddrinfo|resolv\w*|accept|port|ping)\b/i;

/** Calls in a traceback above a bare error: Python's, Ruby's, Perl's. */
const SOCKET_CALLS =
  /\.(?:connect|bind|listen|sendto|create_connection|create_server)\(|\bsocket\.socket\(|TCPSocket|UNIXSocket/;

/** Programs that do nothing without a peer, and may fail without a word. */
const CLIENTS =
  /(?:^|[;&|(]\s*|\s)(?:curl|wget|nc|ncat|netcat|ssh|scp|sftp|ping|telnet|psql|mysql|redis-cli|mongosh|dig|nslookup|ftp)\s/;

/** What a stream says of connections that the sandbox refused. */
export function networkFindings(stream: string, { policy }: EndedCommand): Finding[] {
  if (policy.network !== 'restricted') return [];
  const refused = new Map(
    refusalLines(stream)
      .filter(({ kind }) => kind === 'not_permitted')
      .map((line) => [line.text, line]),
  );
  return searchedLines(stream).flatMap((line) => {
    const refusal = refused.get(quoted(line));
    if (refusal !== undefined) {
      const finding = ofRefusal(line, refusal);
      if (finding !== undefined) return [finding];
    }
    if (NAME_RESOLUTION.test(line))
      return [finding(line, { target: hostIn(line) ?? addressIn(line), isCertain: true })];
    if (!CONNECTION.test(line)) return [];
    const socket = unixSocketIn(line);
    if (socket !== undefined) return [finding(line, { target: socket, isUnixSocket: true, isCertain: true })];
    const address = addressIn(line);
    return [finding(line, { target: address, isCertain: address !== undefined })];
  });
}

/** A client that failed without a word. */
export function silentClient({ policy, command }: EndedCommand): Finding | undefined {
  const text = command.join(' ');
  if (policy.network !== 'restricted' || !CLIENTS.test(`${text} `)) return undefined;
  const target =
    /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@'"]*@)?([^\s/'"?#]+)/i.exec(text)?.[1] ?? addressIn(text) ?? hostWord(text);
  if (target === undefined) return undefined;
  return {
    evidence: { source: 'policy', operation: 'network', target, rule: RULE },
    isCertain: false,
    outside: 'unknown',
  };
}

function ofRefusal(line: string, { before }: RefusalLine): Finding | undefined {
  const socket = unixSocketIn(line);
  if (socket !== undefined) return finding(line, { target: socket, isUnixSocket: true, isCertain: true });
  const address = addressIn(line);
  if (address !== undefined) return finding(line, { target: address, isCertain: true });
  if (SOCKET_WORDS.test(line)) return finding(line, { target: undefined, isCertain: true });
  const call = before.find((above) => SOCKET_CALLS.test(above));
  if (call === undefined) return undefined;
  const path = /\(\s*['"]([^'"]*\/[^'"]*)['"]\s*\)/.exec(call)?.[1];
  return path === undefined
    ? finding(line, { target: addressIn(call), isCertain: true })
    : finding(line, { target: path, isUnixSocket: true, isCertain: true });
}

function finding(
  line: string,
  about: { target: string | undefined; isUnixSocket?: boolean; isCertain: boolean },
): Finding {
  return {
    evidence: {
      source: 'policy',
      operation: about.isUnixSocket === true ? 'unix_socket' : 'network',
      ...(about.target === undefined ? {} : { target: about.target }),
      rule: RULE,
      text: quoted(line),
    },
    isCertain: about.isCertain,
    outside: 'unknown',
  };
}

const HOST = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|(?:[0-9a-f]{0,4}:){2,}[0-9a-f]{0,4}|localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)`;

/** `host:port` in a line, however it's written. */
function addressIn(line: string): string | undefined {
  const spelledOut = new RegExp(String.raw`(${HOST}|\b[a-z0-9-]+)['"]?,? port ['"]?(\d{1,5})\b`, 'i').exec(line);
  if (spelledOut !== null) return join(spelledOut[1], spelledOut[2]);
  const tuple = new RegExp(String.raw`['"](${HOST})['"],\s*(\d{1,5})\b`, 'i').exec(line);
  if (tuple !== null) return join(tuple[1], tuple[2]);
  const joined = new RegExp(String.raw`(?<![\w.:-])(${HOST}):(\d{1,5})(?!\w|:\S|\.\d)`, 'i').exec(line);
  return joined === null ? undefined : join(joined[1], joined[2]);
}

function join(host = '', port = ''): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}

const UNRESOLVED_NAMES: readonly RegExp[] = [
  /could(?: not|n't) (?:resolve|translate) host(?:name| name)?:? ['"‘“]?([\w.-]+\w)/i,
  /unable to resolve(?: host)?(?: address)?:? ['"‘“]?([\w.-]+\w)/i,
  /\b(?:EAI_AGAIN|ENOTFOUND) ([\w.-]+\w)/,
  /\b(?:bad address|unknown host:?|resolving) ['"‘“]?([\w.-]+\w)/i,
  /^\S+: ([\w.-]+\w): (?:temporary failure|name or service)/i,
];

/** The name that couldn't be looked up. */
function hostIn(line: string): string | undefined {
  for (const pattern of UNRESOLVED_NAMES) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** `unix:///run/x.sock`, `dial unix /run/x.sock:`, `connect EPERM /run/x.sock`, `on socket "/run/x"`. */
function unixSocketIn(line: string): string | undefined {
  return (
    /\bunix:(?:\/\/)?(\/[^\s:,'"]+[^\s:,'".])/.exec(line)?.[1] ??
    /\b(?:dial|connect|listen|on) unix (\/[^\s:,'"]+)/.exec(line)?.[1] ??
    /\bsocket:? ['"‘](\/[^'"’]+)['"’]/.exec(line)?.[1] ??
    /\b(?:connect|listen|bind) EPERM:?(?: operation not permitted)? (\/.+?)(?= - |$)/i.exec(line)?.[1]
  );
}

/** The first word of a command that looks like the name of a host. */
function hostWord(text: string): string | undefined {
  return new RegExp(String.raw`\s(?:[\w.-]+@)?(${HOST})(?=\s|$)`, 'i').exec(text)?.[1];
}
