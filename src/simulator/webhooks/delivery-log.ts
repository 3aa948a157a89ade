import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../engine/errors.js';
import type { ListObject } from '../engine/objects/object.js';
import { listPage, type PageParams } from '../engine/store/list-page.js';
import { createTable } from '../engine/store/table.js';
import { type Delivery, isAccepted } from './delivery.js';

/** Selects a page of the log; with `event`, of the attempts to send that event. */
export type DeliveriesPage = PageParams & { readonly event?: string };

/** The latest attempts to send events. */
type DeliveryLog = {
  readonly add: (delivery: Omit<Delivery, 'id' | 'object'>) => Delivery;
  readonly page: (page: DeliveriesPage) => E.Either<ApiError, ListObject<Delivery>>;
  /** Whether an endpoint has accepted an event. */
  readonly hasAccepted: (event: string, endpoint: string) => boolean;
};

/** A log of the last `keep` attempts. */
export const createDeliveryLog = (keep: number): DeliveryLog => {
  const table = createTable<Delivery, 'event'>({ event: ({ event }) => event });
  let made = 0;
  return {
    add: (delivery) => {
      made += 1;
      const row: Delivery = { id: `dlv_${made}`, object: 'delivery', ...delivery };
      table.put(row);
      if (table.size() > keep) table.removeOldest();
      return row;
    },
    page: ({ event, ...page }) =>
      listPage({
        table,
        selection: event === undefined ? 'all' : { index: 'event', key: event },
        resource: 'delivery',
        url: '/_processor/deliveries',
        page,
      }),
    hasAccepted: (event, endpoint) =>
      [...table.newestFirst({ index: 'event', key: event })].some(
        (delivery) => delivery.endpoint === endpoint && isAccepted(delivery),
      ),
  };
};
