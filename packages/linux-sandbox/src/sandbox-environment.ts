import type { ResolvedPolicy } from '@sallyport/sandboxing';

/** The command's environment, with word of where it is: for programs that would rather say so than fail. */
export function sandboxEnvironment(
  env: Readonly<Record<string, string>>,
  backend: 'bubblewrap' | 'landlock',
  policy: ResolvedPolicy,
): Record<string, string> {
  return {
    ...env,
    SALLYPORT_SANDBOX: backend,
    ...(policy.network === 'restricted' ? { SALLYPORT_SANDBOX_NETWORK_DISABLED: '1' } : {}),
  };
}
