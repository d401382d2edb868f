import { compileSeccompProgram, type SeccompMode } from '@sallyport/sandboxing';
import { SandboxUnavailableError } from './sandbox-unavailable-error.js';

const compiled = new Map<string, Uint8Array>();

/**
 * The BPF program for this machine, compiled once a process.
 *
 * @throws {SandboxUnavailableError} `unsupported_machine`.
 */
export function seccompProgram(mode: SeccompMode, forLandlock: boolean): Uint8Array {
  const key = `${mode} ${forLandlock}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new SandboxUnavailableError(
      'unsupported_machine',
      `no system-call filter for the architecture ${arch}: only x64 and arm64`,
    );
  }
  const program = compileSeccompProgram({ arch, mode, forLandlock });
  compiled.set(key, program);
  return program;
}
