import type { DenialEvidence } from '@sallyport/protocol';
import { assertNever } from '@sallyport/protocol/assert-never';

/** What was blocked, in words that a target may follow: `writing`, `the network`. */
export function deniedOperationWords(operation: DenialEvidence['operation']): string {
  switch (operation) {
    case 'read':
      return 'reading';
    case 'write':
      return 'writing';
    case 'execute':
      return 'executing';
    case 'network':
      return 'the network';
    case 'unix_socket':
      return 'the Unix socket';
    case 'syscall':
      return 'the system call';
    case 'unknown':
      return 'an operation';
    default:
      return assertNever(operation, 'operation');
  }
}
