/**
 * The base of every error that a Sallyport package throws on purpose.
 *
 * `code` is stable and for programs; `message` is one line that a person can act on: what happened, which input
 * or policy entry, what to do. Whoever prints it needs no stack trace.
 */
export abstract class SallyportError extends Error {
  /** Stable, SCREAMING_SNAKE_CASE, unique in the project. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

const marker = Symbol.for('sallyport.error');
Object.defineProperty(SallyportError.prototype, marker, { value: true });

/** Whether a caught value is one of ours, also when two copies of a package are loaded. */
export function isSallyportError(value: unknown): value is SallyportError {
  return typeof value === 'object' && value !== null && marker in value;
}
