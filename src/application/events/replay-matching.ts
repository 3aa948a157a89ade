import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore, ReplaySelection } from '../ports/event-store.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'replayAll'>;
  readonly clock: Clock;
  /** Is told after each batch how many there are by then. */
  readonly onProgress: (replayed: number) => void;
};

const batch = 500;

/** Makes all events due once more that match, batch by batch; answers how many. */
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
