import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AttemptFailure } from './attempt-failure.js';
import type { RetryRules } from './call-time.js';
import { retryDelay } from './retry-delay.js';

/** Why a call gave no result: how its last attempt failed, and whether any of them may have done the work. */
export type CallFailure = AttemptFailure & { readonly lost: boolean };

/** The attempt, made again while that makes sense. `inDoubt`: one before all of these may have done the work. */
export const withRetries =
  ({ maxRetries, retryDelayMs }: RetryRules, inDoubt = false) =>
  <A>(attempt: TE.TaskEither<AttemptFailure, A>): TE.TaskEither<CallFailure, A> => {
    const retried = (retries: number, lostBefore: boolean): TE.TaskEither<CallFailure, A> =>
      pipe(
        attempt,
        TE.orElse((failure) => {
          const lost =
            failure.meaning === 'reused' ? inDoubt : lostBefore || failure.meaning === 'lost';
          if (!failure.again || retries === maxRetries) return TE.left({ ...failure, lost });
          const next = retried(retries + 1, lost);
          return T.delay(retryDelay(retryDelayMs, retries + 1, Math.random()))(next);
        }),
      );
    return retried(0, inDoubt);
  };
