/** Ends an exhaustive `switch`: reaching it is a compile error, and at run time an error that shows the value. */
export function assertNever(value: never, what = 'value'): never {
  throw new TypeError(`unexpected ${what}: ${JSON.stringify(value)}`);
}
