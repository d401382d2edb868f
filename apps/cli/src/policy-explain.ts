import { resolve } from 'node:path';
import { visibleText } from '@sallyport/approval';
import { assertNever } from '@sallyport/protocol/assert-never';
import { compileBubblewrapPlan, compileLandlockPlan, compileSeccompProgram } from '@sallyport/sandboxing';
import { type PolicyOptions, resolveSettings } from './settings.js';

interface ExplainOptions extends PolicyOptions {
  plan?: 'bubblewrap' | 'landlock' | 'seccomp';
  json?: boolean;
}

/** The newest Landlock ABI that the compiler knows: what `--plan landlock` shows where the kernel isn't asked. */
const NEWEST_LANDLOCK_ABI = 7;

/** `sallyport policy explain`: prints who may do what, or a compiled plan. Status 1 when the backend can't express the policy. */
export async function explainPolicy(paths: readonly string[], options: ExplainOptions): Promise<number> {
  const settings = await resolveSettings(options);
  for (const warning of settings.warnings) process.stderr.write(`sallyport: ${visibleText(warning)}\n`);
  if (options.plan !== undefined) return printPlan(options.plan, settings, options.json === true);
  for (const path of paths.length === 0 ? [settings.cwd] : paths) {
    const absolute = resolve(settings.cwd, path);
    const { access, by } = settings.policy.decide(absolute);
    process.stdout.write(
      options.json === true
        ? `${JSON.stringify({ type: 'access', path: absolute, access, rule: by.rule, origin: by.origin })}\n`
        : `${access.padEnd(5)}  ${visibleText(absolute)}  (${visibleText(by.rule)})\n`,
    );
  }
  const network = settings.policy.network === 'enabled' ? 'enabled' : 'restricted: none';
  if (options.json === true)
    process.stdout.write(`${JSON.stringify({ type: 'network', network: settings.policy.network })}\n`);
  else process.stdout.write(`network: ${network}\n`);
  return 0;
}

function printPlan(
  plan: NonNullable<ExplainOptions['plan']>,
  settings: Awaited<ReturnType<typeof resolveSettings>>,
  json: boolean,
): number {
  switch (plan) {
    case 'bubblewrap': {
      const compiled = compileBubblewrapPlan(settings.policy, { cwd: settings.cwd });
      if (json) process.stdout.write(`${JSON.stringify({ type: 'plan', backend: plan, ...compiled })}\n`);
      else process.stdout.write(`${onePerLine(compiled.args)}\n`);
      return 0;
    }
    case 'landlock': {
      const compiled = compileLandlockPlan(settings.policy, { abi: NEWEST_LANDLOCK_ABI });
      // The access masks are 64-bit numbers, which JSON has no type for: hexadecimal text.
      const text = JSON.stringify(
        { type: 'plan', backend: plan, abi: NEWEST_LANDLOCK_ABI, ...compiled },
        (_key, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value),
        json ? undefined : 2,
      );
      process.stdout.write(`${text}\n`);
      return compiled.kind === 'plan' ? 0 : 1;
    }
    case 'seccomp': {
      const mode = settings.policy.network === 'restricted' ? 'restricted' : 'network-enabled';
      for (const arch of ['x64', 'arm64'] as const) {
        const program = compileSeccompProgram({ arch, mode });
        if (json) {
          process.stdout.write(
            `${JSON.stringify({ type: 'plan', backend: plan, arch, mode, program: Buffer.from(program).toString('base64') })}\n`,
          );
        } else {
          process.stdout.write(`${arch} ${mode}: ${program.length / 8} instructions\n${disassemble(program)}`);
        }
      }
      return 0;
    }
    default:
      return assertNever(plan, 'plan');
  }
}

/** bubblewrap's options one a line, each with its operands. */
function onePerLine(args: readonly string[]): string {
  return args.reduce(
    (text, arg, index) => text + (index === 0 ? '' : arg.startsWith('--') ? '\n' : ' ') + visibleText(arg),
    '',
  );
}

/** struct sock_filter, 8 bytes little-endian: u16 code, u8 jt, u8 jf, u32 k. */
function disassemble(program: Uint8Array): string {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let text = '';
  for (let at = 0; at < program.byteLength; at += 8) {
    const code = view.getUint16(at, true).toString(16).padStart(4, '0');
    text += `  ${String(at / 8).padStart(4)}: code=0x${code} jt=${view.getUint8(at + 2)} jf=${view.getUint8(at + 3)} k=0x${view.getUint32(at + 4, true).toString(16)}\n`;
  }
  return text;
}
