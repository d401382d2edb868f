import type { LandlockPlan } from '@sallyport/sandboxing';

/**
 * A Landlock plan as `sallyport-helper run` reads it: NUL-terminated records, each of one key, closed by `end` so that
 * a plan that was cut off isn't taken for a shorter one. The format is described in `native/sallyport-helper.c`.
 */
export function encodeHelperPlan(
  plan: Omit<LandlockPlan, 'seccomp'>,
  seccomp: Uint8Array,
  environment: readonly (readonly [name: string, value: string])[],
): Uint8Array {
  const records = [
    'sallyport-plan 1',
    `fs=${plan.handledAccessFs.toString(16)}`,
    `net=${plan.handledAccessNet.toString(16)}`,
    `scoped=${plan.scoped.toString(16)}`,
    ...plan.rules.map(({ path, access }) => `path=${access.toString(16)}:${path}`),
    ...environment.map(([name, value]) => `env=${name}=${value}`),
    `seccomp=${seccomp.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(`${records.join('\0')}\0`), seccomp, Buffer.from('end\0')]);
}
