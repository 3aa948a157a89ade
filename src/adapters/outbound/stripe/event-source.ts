import type { Stripe } from 'stripe';
import type { EventSource } from '../../../application/ports/event-source.js';
import { ListedEvent } from '../../../domain/events/processor-event.js';
import { List } from '../../../domain/input/list.js';
import { connectToStripe } from './connection.js';
import type { StripeProcessorOptions } from './options.js';
import { getRequest } from './request.js';

/**
 * Lists the events that Stripe stores for an account (about 30 days). Calls are retried like the processor's. Throws a
 * `TypeError` for invalid options.
 */
export const createStripeEventSource = (options: StripeProcessorOptions): EventSource => {
  const { caller } = connectToStripe('createStripeEventSource', options);
  return {
    listEvents: ({ createdFrom, createdTo, ...page }) =>
      caller.read({
        name: 'listEvents',
        request: () =>
          getRequest<Stripe.EventListParams>('/v1/events', {
            ...page,
            created: { gte: createdFrom, ...(createdTo === undefined ? {} : { lt: createdTo }) },
          }),
        reply: List(ListedEvent),
      }),
  };
};
