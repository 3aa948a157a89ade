import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

const batch = 100;

/** Drops the payloads of all events about a customer in batches and returns how many. */
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

export const EraseEvents = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
});
export type EraseEvents = InputOf<typeof EraseEvents>;

/** The number of events whose payload was erased. */
export type ErasedEvents = {
  /** How many payloads were erased. */
  readonly erased: number;
};

/** Erases the payloads of all events about a customer, whatever their state. Their ids stay. */
export const eraseEvents =
  (deps: {
    readonly eventStore: Pick<EventStore, 'eraseCustomer'>;
  }): UseCase<EraseEvents, ErasedEvents> =>
  ({ customer }) =>
    pipe(
      eraseCustomerEvents(deps)(customer),
      TE.map((erased) => ({ erased })),
    );
