import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { StoredEvent } from '../../domain/events/stored-event.js';
import type { List } from '../../domain/input/list.js';
import { type EventInbox, longestPage } from '../ports/event-store.js';

type Wanted = Parameters<EventInbox['list']>[0];

/** Whether an event belongs to a list. */
export const isListedEvent = ({ type, state, object_id }: Wanted, stored: StoredEvent): boolean =>
  (type === undefined || stored.type === type) &&
  (state === undefined || stored.state === state) &&
  (object_id === undefined || stored.object_id === object_id);

/** How many of the next events fit on a page: up to `limit`, of `longestPage` together, but always one. Measures no others. */
export const fitOnPage = <A>(
  next: ReadonlyArray<A>,
  limit: number,
  size: (one: A) => number,
): number => {
  let total = 0;
  const tooMany = next.findIndex((one, index) => {
    if (index === limit) return true;
    total += size(one);
    return index > 0 && total > longestPage;
  });
  return tooMany < 0 ? next.length : tooMany;
};

const sizeOf = (event: ProcessorEvent): number => JSON.stringify(event).length;

/**
 * A page of stored events.
 *
 * @param next the events of the list from the cursor on, at least one more than the limit if there are so many: before
 *   `ending_before` in order of receipt, otherwise the last received first
 * @param size the size of a payload as JSON
 */
export const eventPage = (
  { limit, ending_before }: Wanted,
  next: ReadonlyArray<StoredEvent>,
  size: (event: ProcessorEvent) => number = sizeOf,
): List<StoredEvent> => {
  const data = next.slice(
    0,
    fitOnPage(next, limit, ({ event }) => size(event)),
  );
  return {
    object: 'list',
    data: ending_before === undefined ? data : data.toReversed(),
    has_more: next.length > data.length,
    url: '/api/events',
  };
};
