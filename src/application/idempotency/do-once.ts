import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { IdempotencyKey } from '../../domain/idempotency-key.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { IdempotencyClaim, IdempotencyKeyId } from '../ports/idempotency-store.js';
import type { CallOptions } from '../ports/payment-processor.js';
import type { Wait } from '../ports/wait.js';
import { asInDoubt } from './as-in-doubt.js';
import { type HoldDependencies, holdKey } from './hold-key.js';
import { keyLifetime } from './key-lifetime.js';
import { requestText } from './request-text.js';
import { storedOutcome } from './stored-outcome.js';

/** What a request with an idempotency key ended in; `replayed`: it is the answer of an earlier one. */
export type Once<A, Err = PaymentError> = {
  readonly outcome: E.Either<Err, A>;
  readonly replayed: boolean;
};

/** How requests with idempotency keys are handled. */
export type OnceDependencies = HoldDependencies & {
  readonly wait: Wait;
  /** A new one each time, on whatever instance. */
  readonly newOwner: IO.IO<string>;
  /** How long a request waits for the answer of another with its key that is at work. */
  readonly waitMs: number;
};

/** A request with its key. `input` is decoded. */
export type OnceRequest = IdempotencyKeyId & { readonly operation: string; readonly input: object };

type OptionsOf = (call: string) => CallOptions & { readonly idempotencyKey: string };

/** The work of a request. It gets the options of its calls of the processor, by the call's name. */
type Work<A> = (optionsOf: OptionsOf) => TE.TaskEither<PaymentError, A>;

/** Does the work of a request, which must not reject, unless it was done before. */
export type DoOnce = <A>(request: OnceRequest, work: Work<A>) => T.Task<Once<A>>;

const shortestPauseMs = 100;
const longestPauseMs = 500;
const retryAfter = 1;

const fresh = <A>(outcome: E.Either<PaymentError, A>): Once<A> => ({ outcome, replayed: false });

const failed = (error: PaymentError): T.Task<Once<never>> => T.of(fresh(E.left(error)));

const unreadable: PaymentError = {
  _tag: 'Unexpected',
  cause: new Error('the stored answer of an idempotency key cannot be read'),
};

/** Requests with idempotency keys over a store: one does the work, the others get its answer (decisions I1 to I6). */
export const doOnce = (deps: OnceDependencies): DoOnce => {
  const { store, cipher, clock, wait, newOwner, waitMs, leaseSeconds } = deps;
  const hold = holdKey(deps);

  const claim = (
    { scope, key, operation, input }: OnceRequest,
    owner: string,
  ): TE.TaskEither<PaymentError, IdempotencyClaim> =>
    defectsAsData(() => {
      const now = clock();
      return store.claim({
        scope,
        key,
        fingerprint: cipher.fingerprint(requestText(operation, input)),
        owner,
        now,
        leaseUntil: now + leaseSeconds,
        forgottenBefore: now - keyLifetime,
      });
    });

  const replay = <A>(answer: string): Once<A> =>
    pipe(
      cipher.open(answer),
      O.flatMap((text) => O.fromEither(storedOutcome.read<A>(text))),
      O.match(
        () => fresh(E.left(unreadable)),
        (outcome) => ({ outcome, replayed: true }),
      ),
    );

  const optionsFor =
    ({ scope, key, operation }: OnceRequest, inDoubt: boolean): OptionsOf =>
    (call) => ({
      idempotencyKey: cipher.digest(JSON.stringify([scope, key, operation, call])),
      ...(inDoubt ? { inDoubtSince: clock() } : {}),
    });

  return <A>(request: OnceRequest, work: Work<A>) => {
    const { scope, key, operation } = request;
    const begin = (owner: string, waitedMs: number): T.Task<Once<A>> =>
      pipe(
        claim(request, owner),
        TE.matchE(failed, (claimed) => {
          switch (claimed._tag) {
            case 'Claimed':
              return pipe(
                work(optionsFor(request, claimed.inDoubt)),
                claimed.inDoubt ? TE.mapLeft(asInDoubt) : identity,
                hold(operation, { scope, key, owner }),
                T.map(fresh),
              );
            case 'Answered':
              return T.of(replay(claimed.answer));
            case 'OtherRequest':
              return failed({ _tag: 'IdempotencyKeyReused' });
            case 'InUse':
              return waitedMs < waitMs
                ? waitOn(owner, waitedMs)
                : failed({ _tag: 'IdempotencyKeyInUse', retryAfter });
          }
        }),
      );
    // The longer it takes, the less it matters how soon its end is seen.
    const waitOn = (owner: string, waitedMs: number): T.Task<Once<A>> => {
      const pause = Math.min(
        Math.max(waitedMs, shortestPauseMs),
        longestPauseMs,
        waitMs - waitedMs,
      );
      return pipe(
        wait(pause),
        T.flatMap(() => begin(owner, waitedMs + pause)),
      );
    };
    return IdempotencyKey.is(key)
      ? pipe(
          T.fromIO(newOwner),
          T.flatMap((owner) => begin(owner, 0)),
        )
      : failed({ _tag: 'InvalidIdempotencyKey' });
  };
};
