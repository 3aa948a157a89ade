import { mapOperations } from './map-operations.js';
import type { Changes, Operation, OperationName } from './use-cases.js';

type Made = { readonly [N in OperationName]: unknown };

/** Makes one thing of every operation that takes an idempotency key; like `mapOperations`, it vouches for `R`. */
export const mapChanges = <R extends { readonly [N in keyof Changes]: unknown }>(
  make: (operation: Operation<any, any>, name: keyof Changes) => unknown,
): R => {
  const made = mapOperations<Made>((operation, name) =>
    operation.takesKey === true ? make(operation, name as keyof Changes) : undefined,
  );
  return Object.fromEntries(Object.entries(made).filter(([, one]) => one !== undefined)) as R;
};
