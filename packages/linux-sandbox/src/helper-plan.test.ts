import { expect, test } from 'vitest';
import { encodeHelperPlan } from './helper-plan.js';

test('records in the order that the helper reads, each closed by NUL', () => {
  const plan = encodeHelperPlan(
    {
      handledAccessFs: 0x1fffn,
      handledAccessNet: 0n,
      scoped: 3n,
      rules: [
        { path: '/', access: 13n },
        { path: '/with:colon = and ü', access: 0xffn },
      ],
    },
    Uint8Array.of(6, 0, 0, 0, 0, 0, 255, 127),
    [['LD_PRELOAD', 'a=b']],
  );
  expect(Buffer.from(plan).toString('latin1').split('\0seccomp=8\0')).toEqual([
    [
      'sallyport-plan 1',
      'fs=1fff',
      'net=0',
      'scoped=3',
      'path=d:/',
      'path=ff:/with:colon = and Ã¼',
      'env=LD_PRELOAD=a=b',
    ].join('\0'),
    '\x06\0\0\0\0\0\xff\x7fend\0',
  ]);
});
