import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { SchemaTooNew } from './migrate.js';

const words = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  // The driver speaks of its protocol.
  if (cause.message.includes('client password must be')) return 'it asks for a password';
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
};

/** Stores that cannot be opened, in words for the person who started the program. `store`: its name, without a password. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';

  constructor(store: string, problem: StoreUnavailable | SchemaTooNew) {
    super(
      problem._tag === 'SchemaTooNew'
        ? `the store ${store} belongs to a newer version of Pasarela: its schema is ${problem.found}, and this version knows ${problem.known}`
        : `the store ${store} cannot be opened: ${words(problem.cause)}`,
      problem._tag === 'StoreUnavailable' ? { cause: problem.cause } : {},
    );
  }
}
