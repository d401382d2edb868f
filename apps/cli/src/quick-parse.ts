import type { ExecOptions } from './exec.js';
import { parseMilliseconds } from './parse-milliseconds.js';

/** A command line of `exec` or `sandbox`, read. */
export interface QuickCommandLine {
  name: 'exec' | 'sandbox';
  command: string[];
  options: ExecOptions;
}

/**
 * Reads a command line that has nothing unusual in it: options in their full forms, each with its value after it, then
 * the command. `undefined` for everything else, right or wrong: that is read by `command-line.ts`, which says what is
 * wrong. Where both read a line they read the same; a test holds them against each other.
 */
export function quickParse(args: readonly string[]): QuickCommandLine | undefined {
  const [name, ...rest] = args;
  if (name !== 'exec' && name !== 'sandbox') return undefined;
  const options: ExecOptions = {};
  for (let at = 0; at < rest.length; at += 1) {
    const arg = rest[at] ?? '';
    if (arg === '--') return finish(name, rest.slice(at + 1), options);
    if (!arg.startsWith('-')) {
      const command = rest.slice(at);
      return command.includes('--') ? undefined : finish(name, command, options);
    }
    if (setFlag(options, arg, name)) continue;
    at += 1;
    const value = rest[at];
    if (value === undefined || !setValue(options, arg, value, name)) return undefined;
  }
  return finish(name, [], options);
}

function finish(name: QuickCommandLine['name'], command: string[], options: ExecOptions): QuickCommandLine | undefined {
  if (options.sandbox !== undefined && options.permissions !== undefined) return undefined;
  return { name, command, options };
}

function setFlag(options: ExecOptions, flag: string, name: QuickCommandLine['name']): boolean {
  switch (flag) {
    case '--network':
      options.network = true;
      return true;
    case '--no-network':
      options.network = false;
      return true;
    case '-t':
    case '--tty':
      options.tty = true;
      return true;
    case '--json':
      options.json = true;
      return true;
    case '--escalate':
      if (name === 'exec') options.escalate = true;
      return name === 'exec';
    default:
      return false;
  }
}

/** Returns whether it is such an option and the value is one of its values. */
function setValue(options: ExecOptions, option: string, value: string, name: QuickCommandLine['name']): boolean {
  switch (option) {
    case '-C':
    case '--cd':
      options.cd = value;
      return true;
    case '-s':
    case '--sandbox':
      if (value !== 'read-only' && value !== 'workspace-write' && value !== 'danger-full-access') return false;
      options.sandbox = value;
      return true;
    case '-P':
    case '--permissions':
      options.permissions = value;
      return true;
    case '--add-dir':
      options.addDir = [...(options.addDir ?? []), value];
      return true;
    case '--config':
      options.config = [...(options.config ?? []), value];
      return true;
    case '-c':
    case '--shell':
      options.shell = value;
      return true;
    case '--report':
      options.report = value;
      return true;
    case '--timeout': {
      const timeout = parseMilliseconds(value);
      if (timeout !== undefined) options.timeout = timeout;
      return timeout !== undefined;
    }
    case '-a':
    case '--ask':
      if (name !== 'exec') return false;
      if (value !== 'untrusted' && value !== 'on-request' && value !== 'never' && value !== 'on-failure') return false;
      options.ask = value;
      return true;
    case '--justification':
      if (name === 'exec') options.justification = value;
      return name === 'exec';
    default:
      return false;
  }
}
