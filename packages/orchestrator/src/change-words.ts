import type { SandboxPermissions } from '@sallyport/protocol';
import type { Containment } from './containment.js';

/** What a yes to the first attempt changes, for the reviewer. It says what will be done, not what was asked for. */
export function changeWords(
  containment: Containment,
  { sandboxPermissions }: { sandboxPermissions: SandboxPermissions },
): string {
  if (containment.escalated) return `it runs once, ${OUTSIDE}`;
  if (containment.warning !== undefined) return containment.warning;
  if (!containment.sandboxRequested) return 'it runs once; no sandbox is in force';
  return sandboxPermissions === 'with_additional_permissions'
    ? 'it runs once, inside the sandbox, with the additional permissions it asks for'
    : 'it runs once, inside the sandbox';
}

const OUTSIDE = 'OUTSIDE the sandbox: it can do whatever this user can';

/** What a yes to a retry changes. */
export const changeOfRetry = `it runs once more, from its beginning, ${OUTSIDE}`;
