import { type MendContext, setKernelParameter } from './mend.js';

/** What the kernel and the container say about name spaces. Texts of files; `undefined` where there is no such file. */
export interface NamespaceFacts {
  /** `/proc/sys/user/max_<kind>_namespaces`, by kind. */
  readonly limits: Readonly<Record<'user' | 'mnt' | 'pid' | 'ipc' | 'net', string | undefined>>;
  /** `/proc/sys/kernel/unprivileged_userns_clone` (Debian's patch). */
  readonly unprivilegedClone: string | undefined;
  /** `/proc/sys/kernel/apparmor_restrict_unprivileged_userns` (Ubuntu 23.10 and later). */
  readonly appArmorRestriction: string | undefined;
  /** `/proc/self/status`. */
  readonly ownStatus: string | undefined;
  readonly inContainer: boolean;
}

/** Why name spaces can't be created here, and what mends it. Asked only after it was tried in vain. */
export function explainNamespaces(facts: NamespaceFacts, context: MendContext): { detail: string; mend?: string } {
  for (const [kind, limit] of Object.entries(facts.limits)) {
    if (limit?.trim() !== '0') continue;
    const name = `user.max_${kind}_namespaces`;
    return { detail: `${name} is 0`, mend: setKernelParameter(name, '15000', context) };
  }
  if (!context.isRoot && facts.unprivilegedClone?.trim() === '0') {
    const name = 'kernel.unprivileged_userns_clone';
    return {
      detail: `${name} is 0: only root may create user name spaces`,
      mend: setKernelParameter(name, '1', context),
    };
  }
  if (!context.isRoot && facts.appArmorRestriction?.trim() === '1') {
    const name = 'kernel.apparmor_restrict_unprivileged_userns';
    return {
      detail: `${name} is 1: AppArmor takes all capabilities from user name spaces of programs without a profile`,
      mend: setKernelParameter(name, '0', context),
    };
  }
  if (facts.inContainer || /^Seccomp:\s*2$/m.test(facts.ownStatus ?? '')) {
    return {
      detail: 'a seccomp filter or the container this runs in forbids them',
      mend: 'start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined',
    };
  }
  return { detail: 'the kernel refuses them, and no known setting says why' };
}
