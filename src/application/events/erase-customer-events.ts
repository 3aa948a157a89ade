import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomerId } from '../../domain/ids.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { EventQueue } from '../ports/event-queue.js';

const batch = 200;

/** Drops the payloads of all events about a customer, batch by batch; answers how many. */
export const eraseCustomerEvents =
  ({ eventQueue }: { readonly eventQueue: Pick<EventQueue, 'eraseCustomer'> }) =>
  (customer: CustomerId): TE.TaskEither<StoreUnavailable, number> => {
    const goOn = (before: number): TE.TaskEither<StoreUnavailable, number> =>
      pipe(
        eventQueue.eraseCustomer(customer, batch),
        TE.flatMap(({ erased, more }) =>
          more ? goOn(before + erased) : TE.right(before + erased),
        ),
      );
    return goOn(0);
  };
