import type { Input } from '../domain/input.js';
import { type Operation, type OperationName, operations } from './use-cases.js';

/**
 * Makes one thing of every operation, under the operation's name. The compiler cannot follow a name through two mapped
 * types at once, so this is the one place that vouches for `R`: `make` gets exactly the operation of its name.
 */
export const mapOperations = <R extends { readonly [N in OperationName]: unknown }>(
  make: (operation: Operation<any, any>, name: OperationName) => unknown,
): R => {
  const entries = Object.entries<Operation<Input, unknown>>(operations as never).map(
    ([name, operation]) => [name, make(operation, name as OperationName)],
  );
  return Object.fromEntries(entries) as R;
};
