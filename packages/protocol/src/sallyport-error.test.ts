import { expect, test } from 'vitest';
import { isSallyportError, SallyportError } from './sallyport-error.js';

class ExampleError extends SallyportError {
  readonly code = 'EXAMPLE';
}

test('an error of ours has its class, code and cause', () => {
  const cause = new Error('deep');
  const error = new ExampleError('what to do', { cause });
  expect(error).toMatchObject({ name: 'ExampleError', code: 'EXAMPLE', message: 'what to do', cause });
});

test.each([
  [new ExampleError('x'), true],
  [new Error('x'), false],
  [{ code: 'EXAMPLE' }, false],
  [null, false],
  ['x', false],
])('isSallyportError(%o) is %s', (value, expected) => {
  expect(isSallyportError(value)).toBe(expected);
});

test('an error of another copy of the package is still one of ours', async () => {
  const copy: typeof import('./sallyport-error.js') = await import(`./sallyport-error.js?${'copy'}`);
  class Other extends copy.SallyportError {
    readonly code = 'OTHER';
  }
  expect(new Other('x')).not.toBeInstanceOf(SallyportError);
  expect(isSallyportError(new Other('x'))).toBe(true);
});
