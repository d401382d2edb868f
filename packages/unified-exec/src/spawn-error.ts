import { SallyportError } from '@sallyport/protocol/sallyport-error';

/** The process couldn't be started, and nothing has run. `cause` is what the system said. */
export class SpawnError extends SallyportError {
  readonly code = 'SPAWN_FAILED';

  constructor(file: string, cause: unknown) {
    super(`${file} can't be started: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'E2BIG':
      return 'its arguments and environment are too long (E2BIG): pass the data in a file, or on standard input';
    case 'ENOENT':
      return 'it, its interpreter or the working folder is missing (ENOENT)';
    case 'EACCES':
      return 'it, or the working folder, is closed to this user (EACCES)';
    case 'EAGAIN':
      return 'there are too many processes (EAGAIN)';
    case 'EMFILE':
    case 'ENFILE':
      return `there are too many open files (${code})`;
    default:
      return cause.message;
  }
}
