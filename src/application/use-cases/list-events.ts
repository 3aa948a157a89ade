import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { eventStates, type StoredEvent } from '../../domain/events/stored-event.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { List } from '../../domain/input/list.js';
import { oneOf, printable } from '../../domain/input/primitives.js';
import type { InvalidInput } from '../../domain/payment-error.js';
import { page, pageFields } from '../page.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

const pages = pageFields('event', usualLimit);

export const ListEvents = input(
  {},
  {
    /** How many, 1 to 100. Default: 20. */
    limit: pages.limit,
    /** Id: only those after it, which are older. */
    starting_after: pages.starting_after,
    /** Id: only those before it, which are newer. */
    ending_before: pages.ending_before,
    /** Only events of this type, such as `payment_intent.succeeded`. */
    type: printable('Only events of this type, for example `payment_intent.succeeded`'),
    /** Only events in this state. */
    state: oneOf(eventStates, 'Only events in this state'),
    /** Only events about the object with this id, such as `pi_...`. */
    object_id: printable('Only events about the object with this id, for example `pi_...`'),
  },
);
export type ListEvents = InputOf<typeof ListEvents>;

const unknownCursor = (field: string): InvalidInput => ({
  _tag: 'InvalidInput',
  field,
  refusal: { _tag: 'UnknownCursor' },
});

/** Lists the stored events, last received first, twenty by default. */
export const listEvents =
  (deps: {
    readonly eventStore: Pick<EventStore, 'list'>;
  }): UseCase<ListEvents, List<StoredEvent>> =>
  ({ type, state, object_id, ...asked }) =>
    pipe(
      TE.fromEither(page(usualLimit)(asked)),
      TE.flatMap((wanted) =>
        deps.eventStore.list({
          ...wanted,
          ...(type === undefined ? {} : { type }),
          ...(state === undefined ? {} : { state }),
          ...(object_id === undefined ? {} : { object_id }),
        }),
      ),
      TE.flatMapOption(
        (events) => events,
        () => unknownCursor(asked.ending_before === undefined ? 'starting_after' : 'ending_before'),
      ),
    );
