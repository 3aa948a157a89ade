import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { retryDelay } from './retry-delay.js';
import type { LookUp, Settlement } from './settlement.js';
import type { RetryRules } from './with-retries.js';

/**
 * Looks again while nothing is found: the processor may still be at work, its events come a little later, and the look
 * itself may have been lost. Half of an attempt's time-out ends it too: who asked has waited through all attempts.
 */
export const lookUpPatiently =
  ({ maxRetries, retryDelayMs, timeoutMs }: RetryRules & { readonly timeoutMs: number }) =>
  <A>(lookUp: LookUp<A>): T.Task<Settlement<A>> => {
    const round = (retries: number, end: number): T.Task<Settlement<A>> =>
      pipe(
        lookUp,
        TE.getOrElse(() => T.of<Settlement<A>>(O.none)),
        T.flatMap((settlement) => {
          const isLast = retries === maxRetries || performance.now() > end;
          if (O.isSome(settlement) || isLast) return T.of(settlement);
          const delay = retryDelay(retryDelayMs, retries + 1, Math.random());
          return T.delay(delay)(round(retries + 1, end));
        }),
      );
    return () => round(0, performance.now() + timeoutMs / 2)();
  };
