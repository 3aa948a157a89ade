import type { EventStore } from '../../../application/ports/event-store.js';
import type { TestFramework } from '../../test-framework.js';
import type { Desk } from './desk.js';

/** What an area of the suite states its clauses with. */
export type EventArea = {
  readonly it: TestFramework['it'];
  /** The store of the clause, in few words. */
  readonly desk: Desk;
  readonly store: () => EventStore;
  readonly openAnother: (first: EventStore) => Promise<EventStore>;
};
