import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent, SnapshotEvent } from '../../domain/events/processor-event.js';
import { EventId } from '../../domain/ids.js';
import { processingMarkType } from '../../domain/objects/payment-outcome.js';
import type { PaymentError, StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'find'>;
  readonly clock: Clock;
  /** How many days after receipt the ids of events are kept at least. */
  readonly idDays: number;
  readonly keep: (event: SnapshotEvent) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
};

const day = 24 * 60 * 60;

const mayBeForgotten = ({ id }: ProcessorEvent, idDays: number): PaymentError => ({
  _tag: 'Unexpected',
  cause: new Error(
    `${id} was received more than ${idDays} days ago (EVENT_ID_DAYS, option idDays), so its payment may have been told as paid or lost and forgotten: handle the order by hand`,
  ),
});

const isTaken = ({ id, type }: ProcessorEvent): PaymentError => ({
  _tag: 'Unexpected',
  cause: new Error(
    `the store has another event with the id ${id}, so that ${type} cannot be told: handle the order by hand`,
  ),
});

const finder =
  ({ find }: Dependencies['eventStore']) =>
  (id: string) =>
    EventId.is(id) ? find(id) : TE.right(O.none);

/**
 * Stores an event of Pasarela's own once. The store may have another event with its id, from a version that took such ids from outside:
 * then the decision is not lost in silence.
 */
const keepOnce =
  ({ eventStore, keep }: Dependencies) =>
  (own: SnapshotEvent): TE.TaskEither<PaymentError, unknown> =>
    pipe(
      keep(own),
      TE.flatMap(
        (kept): TE.TaskEither<PaymentError, unknown> =>
          kept === 'stored'
            ? TE.right(kept)
            : pipe(
                finder(eventStore)(own.id),
                TE.filterOrElseW(
                  O.exists(({ type }) => type === own.type),
                  () => isTaken(own),
                ),
              ),
      ),
    );

/**
 * Stores the event of a decision to which another event led. Of a dead event that is replayed after months, the decision may have been
 * stored and forgotten: it is not stored a second time.
 */
export const keepOutcome =
  (deps: Dependencies) =>
  (
    outcome: SnapshotEvent,
    { after }: { readonly after: ProcessorEvent },
  ): TE.TaskEither<PaymentError, unknown> => {
    const { eventStore, clock, idDays } = deps;
    if (outcome.type === processingMarkType) return keepOnce(deps)(outcome);
    const find = finder(eventStore);
    return pipe(
      find(after.id),
      TE.map(O.exists(({ received_at }) => received_at < clock() - idDays * day)),
      TE.flatMap(
        (isOld): TE.TaskEither<PaymentError, unknown> =>
          isOld
            ? pipe(find(outcome.id), TE.flatMap(TE.fromOption(() => mayBeForgotten(after, idDays))))
            : keepOnce(deps)(outcome),
      ),
    );
  };
