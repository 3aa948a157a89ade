import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { IdempotencyKey } from '../../domain/ids.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { Clock } from '../ports/clock.js';
import type { IdempotencyKeyId, IdempotencyStore } from '../ports/idempotency-store.js';
import { scopesOf } from './run-idempotently.js';

type Dependencies = {
  readonly store: Pick<IdempotencyStore, 'findUnsettled'>;
  readonly clock: Clock;
};

const retryAfter = 1;

/**
 * What is answered to a request whose input was refused. While an earlier request with its key is in doubt or at work, that is
 * what is said: the refusal would read as if nothing had been done (a newer version may refuse what an older one took).
 */
export const refusalInDoubt =
  ({ store, clock }: Dependencies) =>
  (id: IdempotencyKeyId) =>
  <Err>(refusal: Err): T.Task<Err | PaymentError> =>
    IdempotencyKey.is(id.key)
      ? pipe(
          defectsAsData(() => store.findUnsettled(scopesOf(id), id.key)),
          TE.match(
            (error): Err | PaymentError =>
              error._tag === 'StoreUnavailable' ? { ...error, outcome: 'unknown' } : error,
            ([unsettled]): Err | PaymentError => {
              if (unsettled === undefined) return refusal;
              const { leasedUntil, since } = unsettled;
              return leasedUntil !== null && leasedUntil > clock()
                ? { _tag: 'IdempotencyKeyInUse', retryAfter }
                : { _tag: 'IdempotencyKeyInDoubt', since };
            },
          ),
        )
      : T.of(refusal);
