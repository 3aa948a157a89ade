import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Doubt, doubtKinds } from '../../domain/doubt.js';
import { cursorOf, type DoubtId, EventId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { type List, pageLimit } from '../../domain/input/list.js';
import { oneOf } from '../../domain/input/primitives.js';
import type { PaymentError, StoreUnavailable } from '../../domain/payment-error.js';
import { doubtIdOf, doubtOfKey } from '../doubts/doubt-of-key.js';
import { unconfirmedPayments } from '../doubts/unconfirmed-payments.js';
import { firstUnsettled, isAtWork, type PlaceOfKey } from '../doubts/unsettled-keys.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { IdempotencyStore } from '../ports/idempotency-store.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

export const ListDoubts = input(
  {},
  {
    /** `unknown_outcome` (default): keys in doubt. `unconfirmed`: payments that were authenticated and not confirmed again. */
    kind: oneOf(
      doubtKinds,
      '`unknown_outcome` (default): requests with an idempotency key whose outcome is unknown. `unconfirmed`: payments that the customer has authenticated and nobody has confirmed again',
    ),
    /** How many, 1 to 100. Default: 20. */
    limit: pageLimit(usualLimit),
    /** Id of a doubt: only those after it. */
    starting_after: cursorOf('doubt', 'The page after this doubt id'),
  },
);
export type ListDoubts = InputOf<typeof ListDoubts>;

/** The keys whose doubts are listed. */
export type DoubtfulKeys = {
  readonly store: Pick<IdempotencyStore, 'unsettled'>;
  readonly cipher: TE.TaskEither<StoreUnavailable, Pick<IdempotencyCipher, 'open'>>;
  /** SHA-256 of a text, as hexadecimal digits. */
  readonly digest: (text: string) => string;
};

type Dependencies = {
  readonly keys: DoubtfulKeys;
  readonly eventStore: Pick<EventStore, 'list'>;
  readonly retrievePaymentIntent: PaymentProcessor['retrievePaymentIntent'];
  readonly clock: Clock;
};

const unknownCursor: PaymentError = {
  _tag: 'InvalidInput',
  field: 'starting_after',
  refusal: { _tag: 'UnknownCursor' },
};

// Keys that came within one second.
const mostOfASecond = 500;

/** The place of a key in the order of the store. A key that was settled meanwhile leaves the beginning of its second. */
const placeOf = (
  { store, digest }: DoubtfulKeys,
  cursor: DoubtId,
): TE.TaskEither<PaymentError, PlaceOfKey> => {
  const since = /^doubt_([0-9]{1,12})_[0-9a-f]{32}$/.exec(cursor)?.[1];
  if (since === undefined) return TE.left(unknownCursor);
  const start = { since: Number(since), scope: '', key: '' };
  return pipe(
    store.unsettled({ limit: mostOfASecond, after: start }),
    TE.map((keys) => keys.find((key) => doubtIdOf(digest, key) === cursor) ?? start),
  );
};

const keysInDoubt = (
  keys: DoubtfulKeys,
  limit: number,
  cursor: DoubtId | undefined,
  now: number,
): TE.TaskEither<PaymentError, List<Doubt>> =>
  pipe(
    cursor === undefined
      ? TE.right<PaymentError, PlaceOfKey | undefined>(undefined)
      : placeOf(keys, cursor),
    TE.flatMap((after) => firstUnsettled(keys.store)(limit, (key) => !isAtWork(key, now), after)),
    TE.flatMap((found) =>
      pipe(
        keys.cipher,
        TE.map((cipher) => ({
          object: 'list' as const,
          data: found.slice(0, limit).map(doubtOfKey(cipher, keys.digest, now)),
          has_more: found.length > limit,
          url: '/api/doubts',
        })),
      ),
    ),
  );

/**
 * Lists requests whose outcome is unknown, oldest first, or payments that were authenticated and not confirmed again, newest
 * first; twenty by default.
 */
export const listDoubts =
  ({
    keys,
    eventStore,
    retrievePaymentIntent,
    clock,
  }: Dependencies): UseCase<ListDoubts, List<Doubt>> =>
  ({ kind = 'unknown_outcome', limit = usualLimit, starting_after }) => {
    if (kind === 'unknown_outcome') return keysInDoubt(keys, limit, starting_after, clock());
    const cursor: string | undefined = starting_after;
    if (cursor !== undefined && !EventId.is(cursor)) return TE.left(unknownCursor);
    return pipe(
      unconfirmedPayments(
        { eventStore, retrievePaymentIntent },
        { limit, ...(cursor === undefined ? {} : { starting_after: cursor }) },
        clock(),
      ),
      TE.flatMap(
        O.match(
          () => TE.left(unknownCursor),
          (list) => TE.right(list),
        ),
      ),
    );
  };
