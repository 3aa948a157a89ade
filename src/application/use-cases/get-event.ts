import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventHistory } from '../../domain/events/stored-event.js';
import { EventId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { NotFound } from '../../domain/payment-error.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

export const GetEvent = input({
  /** Id of the event, `evt_...`. */
  event: EventId,
});
export type GetEvent = InputOf<typeof GetEvent>;

const notFound: NotFound = { _tag: 'NotFound', resource: 'event' };

/** Reads a stored event with its latest attempts. */
export const getEvent =
  (deps: { readonly eventStore: Pick<EventStore, 'find'> }): UseCase<GetEvent, EventHistory> =>
  ({ event }) =>
    pipe(
      deps.eventStore.find(event),
      TE.flatMapOption(
        (found) => found,
        () => notFound,
      ),
    );
