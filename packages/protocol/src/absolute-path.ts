import { z } from 'zod';

/** An absolute path in the native spelling of the machine that enforces it, without NUL bytes. Not resolved: it may be a symlink. */
export const AbsolutePath = z
  .string()
  .refine((path) => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\'), {
    message: 'must be an absolute path',
  })
  .refine((path) => !path.includes('\0'), { message: 'must not contain a NUL byte' })
  .brand<'AbsolutePath'>();
export type AbsolutePath = z.infer<typeof AbsolutePath>;
