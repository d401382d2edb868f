import { visibleText } from '@sallyport/approval';
import type { LinuxSandboxReport } from '@sallyport/linux-sandbox';

/** What is told on stdout with `--json`: one object. */
interface DoctorReport {
  type: 'doctor';
  platform: NodeJS.Platform;
  node: string;
  /** Whether a sandboxed command can run here at all. */
  canSandbox: boolean;
  backends: LinuxSandboxReport['backends'];
  landlockAbi: number;
  checks: LinuxSandboxReport['checks'];
}

/** `sallyport doctor`: everything is tried, not looked up. Status 0 when some sandbox works, else 1. */
export async function runDoctor(options: { json?: boolean }): Promise<number> {
  const report = await diagnose();
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else process.stdout.write(describe(report));
  return report.canSandbox ? 0 : 1;
}

async function diagnose(): Promise<DoctorReport> {
  const host = { type: 'doctor', platform: process.platform, node: process.version } as const;
  const { probeLinuxSandbox } = await import('@sallyport/linux-sandbox');
  const { checks, backends, landlockAbi } = await probeLinuxSandbox();
  return { ...host, canSandbox: backends.bubblewrap || backends.landlock, backends, landlockAbi, checks };
}

function describe(report: DoctorReport): string {
  const lines = report.checks.flatMap(({ name, status, detail, mend }) => [
    `${status.padEnd(4)}  ${name.replaceAll('_', ' ').padEnd(16)}  ${visibleText(detail)}`,
    ...(mend === undefined ? [] : [`      ${''.padEnd(16)}  mend: ${visibleText(mend)}`]),
  ]);
  return [...lines, '', summary(report), ''].join('\n');
}

function summary({ backends }: DoctorReport): string {
  if (backends.bubblewrap) {
    return 'Every policy is enforced with bubblewrap.';
  }
  if (backends.landlock) {
    return 'bubblewrap doesn’t work here. Landlock does: policies without a read-only or denied path below a writable one (so -s read-only, but not -s workspace-write) are enforced with it; others are refused.';
  }
  return 'No sandbox works here: commands that need one are refused.';
}
