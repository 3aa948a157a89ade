import * as E from 'fp-ts/lib/Either.js';
import type { Control } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';

/** An endpoint has taken an event: it waits for one endpoint less. An event that is no longer kept waits for none. */
export const recordDelivery: Control<{ readonly event: string }, null> = {
  name: 'recordDelivery',
  run:
    ({ state }) =>
    ({ event: id }) => {
      const event = state.events.get(id);
      if (event !== undefined && event.pending_webhooks > 0) {
        state.events.put(deepFreeze({ ...event, pending_webhooks: event.pending_webhooks - 1 }));
      }
      return E.right(null);
    },
};
