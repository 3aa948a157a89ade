import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { replayableStates } from '../../domain/events/stored-event.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { oneOf, printable, wholeNumber } from '../../domain/input/primitives.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore, ReplaySelection } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'replayAll'>;
  readonly clock: Clock;
  /** Called after each batch with the number of events so far. */
  readonly onProgress: (replayed: number) => void;
};

// Few: SQLite and the store in memory block the event loop for each batch.
const batch = 100;

/** Makes all matching events due again in batches and returns how many. */
export const replayMatching =
  ({ eventStore, clock, onProgress }: Dependencies) =>
  (selection: Omit<ReplaySelection, 'after'>): TE.TaskEither<StoreUnavailable, number> => {
    const goOn = (after: object, before: number): TE.TaskEither<StoreUnavailable, number> =>
      pipe(
        eventStore.replayAll({ ...selection, ...after }, clock(), batch),
        TE.map(({ replayed, last }) => ({ last, total: before + replayed })),
        TE.tapIO(
          ({ total }) =>
            () =>
              onProgress(total),
        ),
        TE.flatMap(({ last, total }) =>
          last === null ? TE.right(total) : goOn({ after: last }, total),
        ),
      );
    return goOn({}, 0);
  };

export const ReplayEvents = input(
  {},
  {
    /** Only events in this state. Default: `dead`. */
    state: oneOf(replayableStates, 'Only events in this state. Default: `dead`'),
    /** Only events of this type, such as `payment_intent.succeeded`. */
    type: printable('Only events of this type, for example `payment_intent.succeeded`'),
    /** Only events received then or later. Unix seconds. */
    from: wholeNumber('Only events received at this moment or later, Unix seconds'),
    /** Only events received before then. Unix seconds. */
    to: wholeNumber('Only events received before this moment, Unix seconds'),
  },
);
export type ReplayEvents = InputOf<typeof ReplayEvents>;

/** The number of events that are handled again. */
export type ReplayedEvents = {
  /** How many events are handled again. */
  readonly replayed: number;
};

/** Makes all matching events due again: the dead ones, or those of another `state`. */
export const replayEvents =
  ({
    eventStore,
    clock,
  }: Pick<Dependencies, 'eventStore' | 'clock'>): UseCase<ReplayEvents, ReplayedEvents> =>
  ({ state = 'dead', ...selection }) =>
    pipe(
      replayMatching({ eventStore, clock, onProgress: () => undefined })({ state, ...selection }),
      TE.map((replayed) => ({ replayed })),
    );
