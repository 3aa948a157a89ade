import { checkedOptions } from '../../application/checked-input.js';
import type { EventStore } from '../../application/ports/event-store.js';
import { frameworkOf, type TestFramework } from '../test-framework.js';
import { clausesOf } from './clauses.js';
import { backlog } from './event-store/backlog.js';
import { claiming } from './event-store/claiming.js';
import { concluding } from './event-store/concluding.js';
import { dropping } from './event-store/dropping.js';
import { erasing } from './event-store/erasing.js';
import { type EventArea, eventStoreDriver } from './event-store/event-store-driver.js';
import { listing } from './event-store/listing.js';
import { purging } from './event-store/purging.js';
import { replaying } from './event-store/replaying.js';
import { storing } from './event-store/storing.js';
import { type OpenStore, openStore, useStore } from './use-store.js';

/**
 * Defines the tests that every `EventStore` must pass.
 *
 * @param name the name of the store, used in the title of the suite
 * @param opening opens an empty store and another instance of it, and closes them
 * @param framework as for `describePaymentProcessor`
 */
export const describeEventStore = (
  name: string,
  opening: OpenStore<EventStore>,
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describeEventStore', framework);
  const checked = checkedOptions('describeEventStore', openStore<EventStore>(), opening);
  const { describe, it } = used;
  describe(`event store: ${name}`, () => {
    const { store, openAnother } = useStore(checked, used);
    const area: Omit<EventArea, 'it'> = { driver: eventStoreDriver(store), store, openAnother };
    const inArea = (title: string, define: (area: EventArea) => void): void => {
      describe(title, () => define({ ...area, it: clausesOf(it, title) }));
    };
    inArea('store and find', storing);
    inArea('list', listing);
    inArea('backlog', backlog);
    inArea('claim and extend', claiming);
    inArea('conclude', concluding);
    inArea('replay and replayAll', replaying);
    inArea('dropPayloads', dropping);
    inArea('eraseCustomer', erasing);
    inArea('purge', purging);
  });
};
