import { expect, test } from 'vitest';
import { explainNamespaces, type NamespaceFacts } from './explain-namespaces.js';

const plain: NamespaceFacts = {
  limits: { user: '15000\n', mnt: '15000\n', pid: '15000\n', ipc: '15000\n', net: '15000\n' },
  unprivilegedClone: undefined,
  appArmorRestriction: undefined,
  ownStatus: 'Seccomp:\t0\n',
  inContainer: false,
};
const user = { osRelease: '', isRoot: false };
const root = { osRelease: '', isRoot: true };

test.each([
  {
    facts: { limits: { ...plain.limits, user: '0\n' } },
    context: user,
    mend: 'sudo sysctl -w user.max_user_namespaces=15000',
  },
  {
    facts: { limits: { ...plain.limits, net: '0\n' } },
    context: root,
    mend: 'sysctl -w user.max_net_namespaces=15000',
  },
  { facts: { unprivilegedClone: '0\n' }, context: user, mend: 'sudo sysctl -w kernel.unprivileged_userns_clone=1' },
  { facts: { unprivilegedClone: '0\n' }, context: root, mend: undefined },
  {
    facts: { appArmorRestriction: '1\n' },
    context: user,
    mend: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    facts: { ownStatus: 'NoNewPrivs:\t0\nSeccomp:\t2\n' },
    context: root,
    mend: expect.stringContaining('seccomp=unconfined'),
  },
  { facts: { inContainer: true }, context: user, mend: expect.stringContaining('systempaths=unconfined') },
  { facts: {}, context: user, mend: undefined },
])('$facts as $context', ({ facts, context, mend }) => {
  const explanation = explainNamespaces({ ...plain, ...facts }, context);
  expect(explanation.mend).toEqual(mend);
  expect(explanation.detail).not.toBe('');
});
