import { checkedOptions } from '../../application/checked-options.js';
import type { EventStore } from '../../application/ports/event-store.js';
import { globalFramework, type TestFramework } from '../test-framework.js';
import { backlog } from './events/backlog.js';
import { claiming } from './events/claiming.js';
import { concluding } from './events/concluding.js';
import { dropping } from './events/dropping.js';
import { erasing } from './events/erasing.js';
import { type EventArea, eventStoreDriver } from './events/event-store-driver.js';
import { listing } from './events/listing.js';
import { purging } from './events/purging.js';
import { replaying } from './events/replaying.js';
import { storing } from './events/storing.js';
import { type OpenStore, openStoreRules, useStore } from './use-store.js';

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
  framework: TestFramework = globalFramework(),
): void => {
  const checked = checkedOptions('describeEventStore', openStoreRules, opening);
  const { describe, it } = framework;
  describe(`event store: ${name}`, () => {
    const { store, openAnother } = useStore(checked, framework);
    const area: EventArea = { it, driver: eventStoreDriver(store), store, openAnother };
    describe('store and find', () => storing(area));
    describe('list', () => listing(area));
    describe('backlog', () => backlog(area));
    describe('claim and extend', () => claiming(area));
    describe('conclude', () => concluding(area));
    describe('replay and replayAll', () => replaying(area));
    describe('dropPayloads', () => dropping(area));
    describe('eraseCustomer', () => erasing(area));
    describe('purge', () => purging(area));
  });
};
