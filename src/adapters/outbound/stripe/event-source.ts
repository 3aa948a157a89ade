import type { EventSource } from '../../../application/ports/event-source.js';
import { List } from '../../../domain/list.js';
import { ListedEvent } from '../../../domain/processor-event.js';
import { connectToStripe } from './connection.js';
import type { StripeProcessorOptions } from './options.js';

/**
 * The events that Stripe keeps of an account. Calls are tried again like those of the processor. Throws a `TypeError`
 * for options that are not what they should be.
 */
export const createStripeEventSource = (options: StripeProcessorOptions): EventSource => {
  const { stripe, caller } = connectToStripe('createStripeEventSource', options);
  return {
    listEvents: ({ createdFrom, createdTo, ...page }) =>
      caller.read({
        name: 'listEvents',
        send: (by) =>
          stripe.events.list(
            {
              ...page,
              created: { gte: createdFrom, ...(createdTo === undefined ? {} : { lt: createdTo }) },
            },
            by,
          ),
        reply: List(ListedEvent),
      }),
  };
};
