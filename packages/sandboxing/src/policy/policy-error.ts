import { SallyportError } from '@sallyport/protocol/sallyport-error';

/** A policy, or one entry of it, that can't be enforced as it reads. Nothing is enforced in part instead. */
export class PolicyError extends SallyportError {
  readonly code = 'POLICY_NOT_ENFORCEABLE';
  /** The entry in words, as in {@link ResolvedEntry.rule}; absent when it's about the whole policy. */
  readonly rule: string | undefined;

  constructor(message: string, options: { rule?: string } = {}) {
    super(message);
    this.rule = options.rule;
  }
}
