import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';

// serialization_failure and deadlock_detected: what lost was undone as a whole.
const Conflict = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.union([t.literal('40001'), t.literal('40P01')]) }),
});

const tries = 5;

/** Does again what was undone because it and another transaction stood in each other's way. */
export const againAfterConflicts =
  <Err, A>(work: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
  async () => {
    let outcome = await work();
    for (let n = 1; n < tries && E.isLeft(outcome) && Conflict.is(outcome.left); n += 1) {
      outcome = await work();
    }
    return outcome;
  };
