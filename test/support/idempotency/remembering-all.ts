import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';

/** A store that cannot have lost a key, like a database. */
export const rememberingAll = (store: IdempotencyStore): IdempotencyStore => ({
  ...store,
  claim: (asked) =>
    pipe(
      store.claim(asked),
      TE.map((claim) => (claim._tag === 'Claimed' ? { ...claim, mayHaveForgotten: false } : claim)),
    ),
});
