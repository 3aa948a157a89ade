import type { SchemaTooNew } from '../../adapters/outbound/sql/schema-too-new.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { StoreConfig } from '../config/store-config.js';
import { describeStore } from '../describe-store.js';

const words = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
};

/** Stores that cannot be opened, in words for the person who started the program. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';

  constructor(store: StoreConfig, problem: StoreUnavailable | SchemaTooNew) {
    super(
      problem._tag === 'SchemaTooNew'
        ? `the store ${describeStore(store)} belongs to a newer version of Pasarela: its schema is ${problem.found}, and this version knows ${problem.known}`
        : `the store ${describeStore(store)} cannot be opened: ${words(problem.cause)}`,
    );
  }
}
