import type { EventStore } from '../../../src/application/ports/event-store.js';
import { claiming } from './events/claiming.js';
import { concluding } from './events/concluding.js';
import { deskAt } from './events/desk.js';
import { listing } from './events/listing.js';
import { purging } from './events/purging.js';
import { replaying } from './events/replaying.js';
import { storing } from './events/storing.js';

/**
 * What every inbox with its queue does. `open` gives an empty one for each test; where a store has several instances
 * over the same events, `openAnother` gives the next.
 */
export const describeEventInbox = (
  name: string,
  open: () => Promise<EventStore>,
  openAnother: (first: EventStore) => Promise<EventStore> = async (first) => first,
): void => {
  describe(`event inbox: ${name}`, () => {
    const opened: Array<EventStore> = [];
    const store = (): EventStore => {
      const last = opened.at(-1);
      if (last === undefined) throw new Error('the store is open only inside the tests');
      return last;
    };
    beforeEach(async () => {
      opened.push(await open());
    });
    const desk = deskAt(store);

    describe('a store', () => storing(desk, store));
    describe('a list', () => listing(desk, store));
    describe('a claim', () => claiming(desk, store, openAnother));
    describe('the end of a try', () => concluding(desk, store));
    describe('a replay', () => replaying(desk));
    describe('a purge', () => purging(desk));
  });
};
