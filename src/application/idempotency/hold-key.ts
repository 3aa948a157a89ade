import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import { keepLease, type LeaseRenewal } from '../keep-lease.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type {
  IdempotencyLease,
  IdempotencyStore,
  RequestFingerprint,
} from '../ports/idempotency-store.js';
import { keyDisposition, storedOutcome } from './keyed-outcome.js';
import type { Digest } from './keyed-request.js';

/** How the store took the end of a keyed request. */
export type KeyEnd = {
  readonly operation: string;
  /** SHA-256 of the caller's key, as hexadecimal digits. */
  readonly keyHash: string;
  /** `false`: another request has taken the key over. */
  readonly stored: E.Either<PaymentError, boolean>;
};

/** What it takes to hold a key. */
export type HoldDependencies = LeaseRenewal & {
  readonly store: IdempotencyStore;
  readonly digest: Digest;
  readonly report: (end: KeyEnd) => IO.IO<void>;
};

/** A claimed key. Its answer will be encrypted with the secret of the fingerprint. */
export type HeldKey = {
  readonly lease: IdempotencyLease;
  readonly cipher: IdempotencyCipher;
  readonly fingerprint: RequestFingerprint;
};

/**
 * Does the work of a request that has claimed its key, and keeps the lease meanwhile. The outcome decides what happens to the
 * key. If the store fails to take the answer, the caller gets it all the same: a repetition gets it from the processor again.
 */
export const holdKey = (deps: HoldDependencies) => {
  const { store, digest, clock, report } = deps;
  const keep = keepLease(deps);

  const conclude = (
    { lease, cipher, fingerprint }: HeldKey,
    outcome: E.Either<PaymentError, unknown>,
  ): TE.TaskEither<PaymentError, boolean> =>
    defectsAsData(() => {
      const disposition = E.isRight(outcome) ? 'keep' : keyDisposition(outcome.left);
      if (disposition !== 'keep') return store.release(lease, disposition);
      const sealed = pipe(
        storedOutcome.write(outcome),
        E.flatMap((text) =>
          E.fromOption(() => new Error('the secret that encrypts the answer is unknown'))(
            cipher.seal(text),
          ),
        ),
      );
      if (E.isRight(sealed)) {
        return store.answer(lease, { text: sealed.right, fingerprint, at: clock() });
      }
      const noJson: PaymentError = { _tag: 'Unexpected', cause: sealed.left };
      return pipe(
        store.release(lease, 'in_doubt'),
        TE.flatMap(() => TE.left(noJson)),
      );
    });

  return (operation: string, held: HeldKey) =>
    <A>(work: TE.TaskEither<PaymentError, A>): TE.TaskEither<PaymentError, A> =>
      pipe(
        work,
        keep((leaseUntil, now) => store.extend(held.lease, leaseUntil, now)),
        T.tap((outcome) =>
          pipe(
            conclude(held, outcome),
            T.tapIO((stored) => report({ operation, keyHash: digest(held.lease.key), stored })),
          ),
        ),
      );
};
