import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Evidence } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { RetryRules } from './call-time.js';
import { retryDelay } from './retry-delay.js';

/**
 * Looks again while nothing is found: the processor may still be at work, its events come a little later, and the look
 * itself may have been lost. No pause and no round begins when `boundMs` milliseconds are over; that no read outlasts them is
 * up to the look-up.
 */
export const lookUpPatiently =
  ({ maxRetries, retryDelayMs }: RetryRules, boundMs: number) =>
  <A>(lookUp: TE.TaskEither<ProcessorError, Evidence<A>>): T.Task<Evidence<A>> => {
    const round = (retries: number, end: number): T.Task<Evidence<A>> =>
      pipe(
        lookUp,
        TE.getOrElse(() => T.of<Evidence<A>>(O.none)),
        T.flatMap((evidence) => {
          if (O.isSome(evidence) || retries === maxRetries) return T.of(evidence);
          const delay = retryDelay(retryDelayMs, retries + 1, Math.random());
          return performance.now() + delay < end
            ? T.delay(delay)(round(retries + 1, end))
            : T.of(evidence);
        }),
      );
    return () => round(0, performance.now() + boundMs)();
  };
