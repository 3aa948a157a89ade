import type { EventStore } from '../../../application/ports/event-store.js';
import type { TestFramework } from '../../test-framework.js';
import type { Desk } from './desk.js';

/** What each area of the suite gets to define its clauses. */
export type EventArea = {
  readonly it: TestFramework['it'];
  /** The store of the clause, behind short functions. */
  readonly desk: Desk;
  readonly store: () => EventStore;
  readonly openAnother: (first: EventStore) => Promise<EventStore>;
};
