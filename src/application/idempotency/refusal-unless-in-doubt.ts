import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { IdempotencyKey } from '../../domain/ids.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { Clock } from '../ports/clock.js';
import type { IdempotencyKeyId, IdempotencyStore } from '../ports/idempotency-store.js';
import { inUseRetryAfter, scopesOf, withoutStore } from './run-idempotently.js';

type Dependencies = {
  readonly store: Pick<IdempotencyStore, 'findUnsettled'>;
  readonly clock: Clock;
};

/**
 * The error for a request whose input was refused: the refusal, unless an earlier request with its key is in progress or in
 * doubt. The refusal would wrongly say that nothing was done: an older version may have accepted the input.
 */
export const refusalUnlessInDoubt =
  ({ store, clock }: Dependencies) =>
  (id: IdempotencyKeyId) =>
  <Err>(refusal: Err): T.Task<Err | PaymentError> =>
    IdempotencyKey.is(id.key)
      ? pipe(
          defectsAsData(() => store.findUnsettled(scopesOf(id), id.key)),
          TE.match(
            (error): Err | PaymentError => withoutStore(error),
            ([unsettled]): Err | PaymentError => {
              if (unsettled === undefined) return refusal;
              const { leasedUntil, since } = unsettled;
              return leasedUntil !== null && leasedUntil > clock()
                ? { _tag: 'IdempotencyKeyInUse', retry_after: inUseRetryAfter }
                : { _tag: 'IdempotencyKeyInDoubt', since };
            },
          ),
        )
      : T.of(refusal);
