import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { SchemaTooNew } from './migrate.js';

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  // The driver's message is only about its protocol.
  if (cause.message.includes('client password must be')) return 'the server requires a password';
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
};

/** Describes why a store could not be opened. `store`: its name, without a password. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';

  constructor(store: string, problem: StoreUnavailable | SchemaTooNew) {
    super(
      problem._tag === 'SchemaTooNew'
        ? `the store ${store} belongs to a newer version of Pasarela: its schema has version ${problem.found}, and this version supports up to ${problem.known}: start the newer version`
        : `the store ${store} cannot be opened: ${reasonOf(problem.cause)}`,
      problem._tag === 'StoreUnavailable' ? { cause: problem.cause } : {},
    );
  }
}
