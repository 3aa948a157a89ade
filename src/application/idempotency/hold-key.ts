import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { Clock } from '../ports/clock.js';
import type { Every } from '../ports/every.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { IdempotencyLease, IdempotencyStore } from '../ports/idempotency-store.js';
import { endingOf } from './ending-of.js';
import { storedOutcome } from './stored-outcome.js';

/** What the store made of the end of a request with a key. */
export type KeyEnd = {
  readonly operation: string;
  /** SHA-256 of the caller's key, as hexadecimal digits. */
  readonly keyHash: string;
  /** `false`: another request had taken the key over. */
  readonly stored: E.Either<PaymentError, boolean>;
};

/** What a key is held with while its request is at work. */
export type HoldDependencies = {
  readonly store: IdempotencyStore;
  readonly cipher: IdempotencyCipher;
  readonly clock: Clock;
  readonly every: Every;
  readonly report: (end: KeyEnd) => IO.IO<void>;
  /** After how long a key is free whose holder gave no sign of life. Three are given in that time. */
  readonly leaseSeconds: number;
};

/**
 * The work of a request that has claimed its key. The lease lasts as long as the work does, and its end decides what
 * becomes of the key. An answer that cannot be stored is given all the same: it is true, and a repetition gets it from the
 * processor, under the same key.
 */
export const holdKey = (deps: HoldDependencies) => {
  const { store, cipher, clock, every, report, leaseSeconds } = deps;

  const extend = (mine: IdempotencyLease): TE.TaskEither<PaymentError, boolean> =>
    defectsAsData(() => store.extend(mine, clock() + leaseSeconds));

  const conclude = (
    mine: IdempotencyLease,
    outcome: E.Either<PaymentError, unknown>,
  ): TE.TaskEither<PaymentError, boolean> =>
    defectsAsData(() => {
      const ending = E.isRight(outcome) ? 'keep' : endingOf(outcome.left);
      if (ending !== 'keep') return store.release(mine, ending);
      const text = storedOutcome.write(outcome);
      if (E.isRight(text)) return store.answer(mine, cipher.seal(text.right));
      const noJson: PaymentError = { _tag: 'Unexpected', cause: text.left };
      return pipe(
        store.release(mine, 'in_doubt'),
        TE.flatMap(() => TE.left(noJson)),
      );
    });

  return (operation: string, mine: IdempotencyLease) =>
    <A>(work: TE.TaskEither<PaymentError, A>): TE.TaskEither<PaymentError, A> =>
      pipe(
        T.fromIO(every((leaseSeconds * 1000) / 3, extend(mine))),
        T.flatMap((end) =>
          pipe(
            work,
            T.tapIO(() => end),
          ),
        ),
        T.tap((outcome) =>
          pipe(
            conclude(mine, outcome),
            T.tapIO((stored) => report({ operation, keyHash: cipher.digest(mine.key), stored })),
          ),
        ),
      );
};
