import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { retryDelay } from './retry-delay.js';
import type { LookUp, Settlement } from './settlement.js';
import type { RetryRules } from './with-retries.js';

/**
 * Looks again while nothing is found: the processor may still be at work, its events come a little later, and the look
 * itself may have been lost.
 */
export const lookUpPatiently =
  ({ maxRetries, retryDelayMs }: RetryRules) =>
  <A>(lookUp: LookUp<A>): T.Task<Settlement<A>> => {
    const round = (retries: number): T.Task<Settlement<A>> =>
      pipe(
        lookUp,
        TE.getOrElse(() => T.of<Settlement<A>>(O.none)),
        T.flatMap((settlement) => {
          if (O.isSome(settlement) || retries === maxRetries) return T.of(settlement);
          const delay = retryDelay(retryDelayMs, retries + 1, Math.random());
          return T.delay(delay)(round(retries + 1));
        }),
      );
    return round(0);
  };
