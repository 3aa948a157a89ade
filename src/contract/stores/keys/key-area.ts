import type { IdempotencyStore } from '../../../application/ports/idempotency-store.js';
import type { TestFramework } from '../../test-framework.js';
import type { KeyDesk } from './key-desk.js';

/** What an area of the suite states its clauses with. */
export type KeyArea = {
  readonly it: TestFramework['it'];
  /** The store of the clause, in few words. */
  readonly desk: KeyDesk;
  readonly store: () => IdempotencyStore;
  readonly openAnother: (first: IdempotencyStore) => Promise<IdempotencyStore>;
};
