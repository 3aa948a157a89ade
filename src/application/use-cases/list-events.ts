import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input.js';
import type { List } from '../../domain/list.js';
import type { InvalidInput } from '../../domain/payment-error.js';
import { oneOf, printable } from '../../domain/primitives.js';
import { eventStates, type StoredEvent } from '../../domain/stored-event.js';
import { page, pageFields } from '../page.js';
import type { EventStore } from '../ports/event-store.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

export const ListEvents = input(
  {},
  {
    ...pageFields('event', usualLimit),
    type: printable('Only events of this type, for example `payment_intent.succeeded`'),
    state: oneOf(eventStates, 'Only events in this state'),
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
