import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Query } from '../sql/database.js';

const pauseMs = 250;

/**
 * Takes a lock by attempts, however long another has it: a statement that waits would come to its end by a timeout, or
 * keep a dead connection for alive. `waiting` is called once, if another has it.
 */
export const takeLock = (
  query: Query,
  attempt: string,
  waiting: IO.IO<void>,
): TE.TaskEither<StoreUnavailable, void> => {
  const again = async (tell: IO.IO<void>): Promise<E.Either<StoreUnavailable, void>> => {
    const outcome = await query(attempt)();
    if (E.isLeft(outcome)) return outcome;
    if (outcome.right[0]?.['taken'] === 1) return E.right(undefined);
    tell();
    await delay(pauseMs);
    return again(() => undefined);
  };
  return () => again(waiting);
};
