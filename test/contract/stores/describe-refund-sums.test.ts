import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryRefundSums } from '../../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import { describeRefundSums } from '../../../src/contract.js';
import { breakStores } from '../support/break-stores.js';

breakStores(describeRefundSums, createMemoryRefundSums, [
  [
    'never refuses',
    ({ count }) => ({
      count: (refund, most) => count(refund, most === 0 ? 0 : Number.MAX_SAFE_INTEGER),
    }),
    'counts refunds up to the maximum, and says what is counted',
  ],
  [
    'counts every repetition',
    ({ count }) => {
      let calls = 0;
      return {
        count: (refund, most) => {
          calls += 1;
          return count({ ...refund, id: `${refund.id} ${calls}` }, most);
        },
      };
    },
    'counts a refund once, however often it is repeated, also below a lower maximum',
  ],
  [
    'takes every refund for a repetition',
    ({ count }) => ({ count: (refund, most) => count({ ...refund, mayRepeat: true }, most) }),
    'counts a refund under an id of an earlier one, if it is no repetition',
  ],
  [
    'adds up all currencies',
    ({ count }) => ({ count: (refund, most) => count({ ...refund, currency: 'eur' }, most) }),
    'adds up each client, day and currency by itself',
  ],
  [
    'looks before it counts',
    ({ count }) => ({
      count: (refund, most) =>
        pipe(
          count({ ...refund, id: 'probe' }, 0),
          TE.flatMap((seen) => TE.fromTask(async () => seen)),
          TE.flatMap((seen) =>
            seen._tag === 'Exceeded' && seen.sum + refund.amount > most
              ? TE.right(seen)
              : count(refund, Number.MAX_SAFE_INTEGER),
          ),
        ),
    }),
    'counts no more than fit of refunds at the same time, on several instances',
  ],
  [
    'never takes a refund back',
    () => ({ settle: () => TE.right(undefined) }),
    'settle with 0 forgets the refund, so that its id counts again',
  ],
  [
    'purges everything',
    ({ purge }) => ({ purge: (_before, limit) => purge('9999-12-31', limit) }),
    'purge drops refunds of days before one, at most limit at once',
  ],
]);
