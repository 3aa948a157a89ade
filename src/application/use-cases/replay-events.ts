import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input.js';
import { oneOf, printable, wholeNumber } from '../../domain/primitives.js';
import { replayableStates } from '../../domain/stored-event.js';
import { replayMatching } from '../events/replay-matching.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

export const ReplayEvents = input(
  {},
  {
    state: oneOf(replayableStates, 'Only events in this state; `dead` when absent'),
    type: printable('Only events of this type, for example `payment_intent.succeeded`'),
    from: wholeNumber('Only events received at this moment or later, Unix seconds'),
    to: wholeNumber('Only events received before this moment, Unix seconds'),
  },
);
export type ReplayEvents = InputOf<typeof ReplayEvents>;

/** How many events are handled again. */
export type ReplayedEvents = { readonly replayed: number };

/** Makes all events due once more that match: the dead ones, unless another state is asked for. */
export const replayEvents =
  (deps: {
    readonly eventStore: Pick<EventStore, 'replayAll'>;
    readonly clock: Clock;
  }): UseCase<ReplayEvents, ReplayedEvents> =>
  ({ state = 'dead', ...selection }) =>
    pipe(
      replayMatching({ ...deps, onProgress: () => undefined })({ state, ...selection }),
      TE.map((replayed) => ({ replayed })),
    );
