import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { settlesWithin } from './settles-within.js';

/** Whether the service can handle requests. */
export type Readiness = {
  /** Fails if it cannot, and within two seconds whatever the store does. */
  readonly check: TE.TaskEither<unknown, void>;
  /** Lets every later check fail: the service is stopping. */
  readonly stop: () => void;
};

const patienceMs = 1500;

const late = new Error('the store does not respond');

/** A service is ready while it is not stopping and its store is ready. Checks at the same time share one look at the store. */
export const createReadiness = (isStoreReady: TE.TaskEither<unknown, void>): Readiness => {
  let stopping = false;
  let look:
    | { readonly until: number; readonly outcome: Promise<E.Either<unknown, void>> }
    | undefined;

  const lookAtStore = () => {
    const outcome = isStoreReady().catch((cause: unknown) => E.left(cause));
    const begun = { until: performance.now() + patienceMs, outcome };
    void outcome.then(() => {
      look = undefined;
    });
    return begun;
  };

  return {
    check: async () => {
      if (stopping) return E.left(new Error('the service is stopping'));
      look ??= lookAtStore();
      const { until, outcome } = look;
      const inTime = await settlesWithin(outcome, until - performance.now());
      return inTime ? outcome : E.left(late);
    },
    stop: () => {
      stopping = true;
    },
  };
};
