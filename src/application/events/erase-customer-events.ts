import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomerId } from '../../domain/ids.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { EventStore } from '../ports/event-store.js';

const batch = 200;

/** Drops the payloads of all events about a customer, batch by batch; answers how many. */
export const eraseCustomerEvents =
  ({ eventStore }: { readonly eventStore: Pick<EventStore, 'eraseCustomer'> }) =>
  (customer: CustomerId): TE.TaskEither<StoreUnavailable, number> => {
    const goOn = (before: number): TE.TaskEither<StoreUnavailable, number> =>
      pipe(
        eventStore.eraseCustomer(customer, batch),
        TE.flatMap(({ erased, more }) =>
          more ? goOn(before + erased) : TE.right(before + erased),
        ),
      );
    return goOn(0);
  };
