import type { IdempotencyStore } from '../../../application/ports/idempotency-store.js';
import type { TestFramework } from '../../test-framework.js';
import type { KeyDesk } from './key-desk.js';

/** What each area of the suite gets to define its clauses. */
export type KeyArea = {
  readonly it: TestFramework['it'];
  /** The store of the clause, behind short functions. */
  readonly desk: KeyDesk;
  readonly store: () => IdempotencyStore;
  readonly openAnother: (first: IdempotencyStore) => Promise<IdempotencyStore>;
};
