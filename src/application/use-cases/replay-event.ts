import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventHistory } from '../../domain/events/stored-event.js';
import { EventId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';
import { getEvent } from './get-event.js';

export const ReplayEvent = input({
  /** Id of the event, `evt_...`. */
  event: EventId,
});
export type ReplayEvent = InputOf<typeof ReplayEvent>;

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'find' | 'replay'>;
  readonly clock: Clock;
};

/** Makes an event due again and returns it. `EventDropped`: its payload is gone. */
export const replayEvent =
  (deps: Dependencies): UseCase<ReplayEvent, EventHistory> =>
  ({ event }) =>
    pipe(
      deps.eventStore.replay(event, deps.clock()),
      TE.flatMap(() => getEvent(deps)({ event })),
      TE.filterOrElse(
        ({ state }) => state !== 'dropped',
        (): PaymentError => ({ _tag: 'EventDropped' }),
      ),
    );
