import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { List } from '../../../domain/input/list.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { type SearchOutcome, searched } from '../../../domain/search-outcome.js';
import { keyInMetadata } from '../stripe-objects/idempotency-key.js';
import type { After, CausedEvent, Created, OutcomeReads, Read } from './outcome-reads.js';
import { rangeOf, type SentTimes, searchAround, searchEach } from './search-around.js';

/** Identifies a change at the processor, and says when it may have been done. */
export type SentChange = SentTimes & {
  readonly idempotencyKey: string;
  /** Whether the created object has the key in its `metadata`. */
  readonly carriesKey: 'yes' | 'no' | 'perhaps';
};

// Events are those of a whole account, objects those of a customer, charge or email. The look-up may time out earlier.
const mostPages = {
  objects: { near: 100, soon: 20, other: 5 },
  events: { near: 5, soon: 5, other: 2 },
} as const;

type EventReads = Pick<OutcomeReads, 'listEvents' | 'eventsKeptFrom'>;

/** The event of these types that the change has caused. `id`: only events about this object. */
export const eventCausedBy = (
  { listEvents, eventsKeptFrom }: EventReads,
  types: ReadonlyArray<string>,
  sent: SentChange,
  id?: string,
): Read<SearchOutcome<CausedEvent>> =>
  pipe(
    searchAround(
      (page) => listEvents({ ...page, types }),
      ({ request, data }) =>
        request?.idempotency_key === sent.idempotencyKey &&
        (id === undefined || data.object['id'] === id),
      sent,
      mostPages.events,
    ),
    TE.map((event) =>
      event._tag === 'Absent' && rangeOf(sent).gte < eventsKeptFrom() ? searched.uncertain : event,
    ),
  );

/**
 * The object that the change has created. If it has the key in its metadata it is found in a list, which is always up to date;
 * otherwise by the event that names the key.
 */
export const creationOf = <A extends { readonly id: string; readonly created: number }>(
  reads: EventReads,
  sent: SentChange,
  creation: {
    readonly list: (page: After & { readonly created: Created }) => Read<List<A>>;
    /** `null`: no event tells of it. */
    readonly event: string | null;
    readonly retrieve: (id: string) => Read<A>;
  },
): Read<SearchOutcome<A>> => {
  const byList = (): Read<SearchOutcome<A>> =>
    searchAround(
      creation.list,
      (item) => keyInMetadata(item) === sent.idempotencyKey,
      sent,
      mostPages.objects,
    );
  const { event: type } = creation;
  const byEvent = (): Read<SearchOutcome<A>> =>
    pipe(
      type === null ? TE.right(searched.uncertain) : eventCausedBy(reads, [type], sent),
      TE.flatMap((event) =>
        event._tag === 'Found'
          ? pipe(creation.retrieve(String(event.value.data.object['id'])), TE.map(searched.found))
          : TE.right(event),
      ),
    );
  const places = {
    yes: [byList],
    no: [byEvent],
    perhaps: type === null ? [byList] : [byList, byEvent],
  };
  return searchEach(places[sent.carriesKey]);
};

/** The processor's error for an idempotency key that was first used with other parameters. */
export const keyOfOther = ({ idempotencyKey }: SentChange): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
  code: 'idempotency_error',
  param: null,
});
