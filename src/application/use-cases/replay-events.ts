import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { input, type InputOf } from '../../domain/input.js';
import { oneOf } from '../../domain/one-of.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { eventStates } from '../../domain/stored-event.js';
import { text } from '../../domain/text.js';
import { wholeNumber } from '../../domain/whole-number.js';
import type { Clock } from '../ports/clock.js';
import type { EventQueue } from '../ports/event-queue.js';
import type { UseCase } from '../use-case.js';

export const ReplayEvents = input(
  {},
  {
    state: oneOf(eventStates, 'Only events in this state; `dead` when absent'),
    type: text('Only events of this type, for example `payment_intent.succeeded`'),
    from: wholeNumber('Only events received at this moment or later, Unix seconds'),
    to: wholeNumber('Only events received before this moment, Unix seconds'),
  },
);
export type ReplayEvents = InputOf<typeof ReplayEvents>;

/** How many events are handled again. */
export type ReplayedEvents = { readonly replayed: number };

const batch = 500;

/** Makes all events due once more that match: the dead ones, unless another state is asked for. */
export const replayEvents =
  (deps: {
    readonly eventQueue: Pick<EventQueue, 'replayAll'>;
    readonly clock: Clock;
  }): UseCase<ReplayEvents, ReplayedEvents> =>
  ({ state = 'dead', ...selection }) => {
    const goOn = (after: string | null, before: number): TE.TaskEither<StoreUnavailable, number> =>
      pipe(
        deps.eventQueue.replayAll(
          { state, ...selection, ...(after === null ? {} : { after }) },
          deps.clock(),
          batch,
        ),
        TE.flatMap(({ replayed, last }) =>
          last === null ? TE.right(before + replayed) : goOn(last, before + replayed),
        ),
      );
    return pipe(
      goOn(null, 0),
      TE.map((replayed) => ({ replayed })),
    );
  };
