import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { List } from '../../../domain/list.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { keyInMetadata } from '../stripe-objects/idempotency-key.js';
import type { After, CausedEvent, Created, OutcomeReads, Read } from './outcome-reads.js';

/** What identifies a change at the processor. */
export type SentChange = {
  readonly idempotencyKey: string;
  /** The earliest time at which it may have been done, in Unix seconds of this machine. */
  readonly from: number;
  /** The latest time. Absent: now. */
  readonly until?: number;
  /** Whether the created object has the key in its `metadata`. */
  readonly carriesKey: 'yes' | 'no' | 'perhaps';
};

// The processor's clock may differ from ours by this much.
const skewSeconds = 5 * 60;

const createdOf = ({ from, until }: SentChange): Created => ({
  gte: from - skewSeconds,
  ...(until === undefined ? {} : { lte: until + skewSeconds }),
});

// That is 5,000 objects of a customer, charge or email, and 1,000 events. The look-up may time out earlier.
const mostPages = { objects: 50, events: 10 } as const;

const search = <A extends { readonly id: string }>(
  list: (page: After) => Read<List<A>>,
  matches: (item: A) => boolean,
  pages: number,
  page: After = {},
): Read<O.Option<A>> =>
  pipe(
    list(page),
    TE.flatMap(({ data, has_more }) => {
      const found = data.find(matches);
      const last = data.at(-1);
      return found === undefined && has_more && last !== undefined && pages > 1
        ? search(list, matches, pages - 1, { starting_after: last.id })
        : TE.right(O.fromNullable(found));
    }),
  );

/** The newest event of these types that the change has caused. `id`: only events about this object. */
export const eventCausedBy = (
  { listEvents }: Pick<OutcomeReads, 'listEvents'>,
  types: ReadonlyArray<string>,
  sent: SentChange,
  id?: string,
): Read<O.Option<CausedEvent>> =>
  search(
    (page) => listEvents({ ...page, types, created: createdOf(sent) }),
    ({ request, data }) =>
      request?.idempotency_key === sent.idempotencyKey &&
      (id === undefined || data.object['id'] === id),
    mostPages.events,
  );

/**
 * The object that the change has created. If it has the key in its metadata it is found in a list, which is always up to date;
 * otherwise by the event that names the key.
 */
export const creationOf = <A extends { readonly id: string }>(
  reads: Pick<OutcomeReads, 'listEvents'>,
  sent: SentChange,
  creation: {
    readonly list: (page: After & { readonly created: Created }) => Read<List<A>>;
    readonly event: string;
    readonly retrieve: (id: string) => Read<A>;
  },
): Read<O.Option<A>> => {
  const byList = search(
    (page) => creation.list({ ...page, created: createdOf(sent) }),
    (item) => keyInMetadata(item) === sent.idempotencyKey,
    mostPages.objects,
  );
  const byEvent = pipe(
    eventCausedBy(reads, [creation.event], sent),
    TE.flatMap((event) =>
      O.isNone(event)
        ? TE.right(O.none)
        : pipe(creation.retrieve(String(event.value.data.object['id'])), TE.map(O.some)),
    ),
  );
  if (sent.carriesKey === 'yes') return byList;
  if (sent.carriesKey === 'no') return byEvent;
  return pipe(
    byList,
    TE.flatMap((found) => (O.isSome(found) ? TE.right(found) : byEvent)),
  );
};

// For this long after creating an intent, its request may still be running.
const runningSeconds = 5 * 60;

/** Whether the request that created an intent may still be about to confirm it. */
export const mayBeConfirming = (
  { now }: Pick<OutcomeReads, 'now'>,
  { status, created }: { readonly status: string; readonly created: number },
): boolean => status === 'requires_confirmation' && created > now() - runningSeconds;

/** The processor's error for an idempotency key that was first used with other parameters. */
export const keyOfOther = ({ idempotencyKey }: SentChange): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
  code: 'idempotency_error',
  param: null,
});
