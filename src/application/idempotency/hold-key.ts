import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { keyDisposition } from '../../domain/payment-error-facts.js';
import { defectsAsData } from '../defects-as-data.js';
import { keepLease, type LeaseRenewal } from '../keep-lease.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type {
  IdempotencyDoubt,
  IdempotencyLease,
  IdempotencyStore,
  KeyedRequest,
} from '../ports/idempotency-store.js';
import { keyLifetime } from './decide-claim.js';
import { fixedOutcome, type IdempotentResult, type KeyFate } from './fixed-outcome.js';
import { type KeyLease, watchLease } from './key-lease.js';
import { openAnswer, storedOutcome } from './keyed-outcome.js';
import type { Digest } from './keyed-request.js';

type Disposition = ReturnType<typeof keyDisposition>;

/** The end of a keyed request in its store. */
export type KeyEnd = {
  readonly operation: string;
  readonly disposition: Disposition;
  /** Whether an earlier request had left the key in doubt. */
  readonly wasInDoubt: boolean;
  /** SHA-256 of the caller's key, as hexadecimal digits, for those that report it. */
  readonly keyHash: IO.IO<string>;
  /** `false`: another request has taken the key over. */
  readonly stored: E.Either<PaymentError, boolean>;
  /** Stores the end once more. */
  readonly again: TE.TaskEither<PaymentError, boolean>;
};

/** The dependencies of holding a key. */
export type HoldDependencies = LeaseRenewal & {
  readonly store: IdempotencyStore;
  readonly digest: Digest;
  readonly report: (end: KeyEnd) => IO.IO<void>;
};

/** A claimed key. Its answer will be encrypted with the secret of the first fingerprint. */
type HeldKey = {
  readonly lease: IdempotencyLease;
  /** The moment before the store was asked for it, Unix seconds. */
  readonly askedAt: number;
  readonly cipher: IdempotencyCipher;
  readonly fingerprints: KeyedRequest['fingerprints'];
  readonly doubt: IdempotencyDoubt | null;
  /** How many seconds a success is kept. A refusal is kept for a day. */
  readonly successKeptFor: number;
};

/**
 * Does the work of a request that has claimed its key, and renews the lease meanwhile. The outcome decides what happens to the
 * key, and what became of the key decides what the caller gets. If the store fails to store the answer, the caller still gets it
 * as long as nobody else can have the key: a repetition gets it from the processor again.
 */
export const holdKey = (deps: HoldDependencies) => {
  const { store, digest, clock, report } = deps;
  const keep = keepLease(deps);

  const conclude = (
    { lease, cipher, fingerprints: [fingerprint], successKeptFor }: HeldKey,
    outcome: E.Either<PaymentError, unknown>,
    disposition: Disposition,
  ): TE.TaskEither<PaymentError, boolean> =>
    defectsAsData(() => {
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
        const refused = E.isLeft(outcome);
        return store.answer(lease, {
          text: sealed.right,
          fingerprint,
          at: clock(),
          keptFor: refused ? keyLifetime : successKeptFor,
          refused,
        });
      }
      const noJson: PaymentError = { _tag: 'Unexpected', cause: sealed.left };
      return pipe(
        store.release(lease, 'in_doubt'),
        TE.flatMap(() => TE.left(noJson)),
      );
    });

  // Only the answer to the same request: the key may have been forgotten, and used again for another one.
  const storedAnswer = <A>({
    lease: { scope, key },
    cipher,
    fingerprints,
  }: HeldKey): T.Task<O.Option<E.Either<PaymentError, A>>> =>
    pipe(
      defectsAsData(() => store.findAnswer({ scope, key })),
      T.map(
        flow(
          O.fromEither,
          O.flatMap(O.fromNullable),
          O.filter(({ fingerprint }) =>
            fingerprints.some(({ value }) => value === fingerprint.value),
          ),
          O.flatMap(({ text }) => openAnswer<A>(cipher, text)),
        ),
      ),
    );

  const fateOf = async <A>(
    held: HeldKey,
    { isCertain }: KeyLease,
    stored: KeyEnd['stored'],
  ): Promise<KeyFate<A>> => {
    if (E.isLeft(stored)) return { _tag: 'Unknown', leased: isCertain() };
    return stored.right
      ? { _tag: 'Ours' }
      : { _tag: 'Taken', answer: await storedAnswer<A>(held)() };
  };

  return (operation: string, held: HeldKey) =>
    <A>(work: (lease: KeyLease) => TE.TaskEither<PaymentError, A>): T.Task<IdempotentResult<A>> =>
    async () => {
      const lease = watchLease(deps, held);
      const outcome = await keep(lease.extend)(work(lease))();
      const disposition = E.isRight(outcome) ? 'keep' : keyDisposition(outcome.left);
      const wasInDoubt = held.doubt !== null;
      const keyHash = () => digest(held.lease.key);
      const again = conclude(held, outcome, disposition);
      const stored = await again();
      const end = { operation, disposition, wasInDoubt, keyHash, stored, again };
      await T.fromIO(report(end))();
      return fixedOutcome(outcome, await fateOf<A>(held, lease, stored));
    };
};
