import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { IdempotencyKey } from '../../domain/ids.js';
import type { PaymentError, StoreUnavailable } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import { requestSummary } from '../doubts/request-summary.js';
import type { Clock } from '../ports/clock.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type {
  FirstSent,
  IdempotencyClaim,
  IdempotencyDoubt,
  IdempotencyKeyId,
  IdempotencyStore,
  KeyedRequest,
} from '../ports/idempotency-store.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { Sleep } from '../ports/timers.js';
import { keyLifetime } from './decide-claim.js';
import { asUnknown, type IdempotentResult, notReplayed } from './fixed-outcome.js';
import { type HoldDependencies, holdKey } from './hold-key.js';
import type { KeyLease } from './key-lease.js';
import { asUnknownOutcome, type Earlier, openAnswer } from './keyed-outcome.js';
import { derivedKeyOf, requestText, type StableNames } from './keyed-request.js';

/** The dependencies of keyed requests. */
export type IdempotencyDependencies = HoldDependencies & {
  /** A task, because the secret may be in the store. */
  readonly cipher: TE.TaskEither<StoreUnavailable, IdempotencyCipher>;
  /** Keeps deployments apart that share an account of the processor; '' for none. */
  readonly namespace: string;
  readonly telemetry: Pick<Telemetry, 'requestReplayed'>;
  readonly sleep: Sleep;
  /** A new value each time, unique across instances. */
  readonly newOwner: IO.IO<string>;
  /** How long a request waits for another one in progress with its key. */
  readonly waitMs: number;
};

/** A request with its key. `input` is decoded, `settings` are its `RequestSettings` as text. */
export type IdempotentRequest = IdempotencyKeyId & {
  readonly names: StableNames;
  readonly input: object;
  readonly settings: string;
};

/** How the first request with the key was sent. */
export type IdempotentAttempt = {
  /** The idempotency key for the processor. */
  readonly derivedKey: string;
  /** `null`: the version of Pasarela that sent the first request stored none. */
  readonly settings: string | null;
  /** `null`: there was no earlier request with the key. */
  readonly doubt: IdempotencyDoubt | null;
  /** Says before each attempt whether the request may be sent. */
  readonly lease: KeyLease;
};

type Work<A> = (attempt: IdempotentAttempt) => TE.TaskEither<PaymentError, A>;

/** Does the work of a request once, or returns its stored answer. The work must not reject. */
type RunIdempotently = <A>(
  request: IdempotentRequest,
  work: Work<A>,
) => T.Task<IdempotentResult<A>>;

type Claimed = Extract<IdempotencyClaim, { readonly _tag: 'Claimed' }>;

const shortestPauseMs = 100;
const longestPauseMs = 500;
const retryAfter = 1;

const failed = (error: PaymentError): T.Task<IdempotentResult<never>> =>
  T.of(notReplayed(E.left(error)));

const unreadable: PaymentError = {
  _tag: 'Unexpected',
  cause: new Error('the stored answer of an idempotency key cannot be read'),
};

// Without the store it is unknown whether an earlier request with the key did the work.
const withoutStore = (error: PaymentError): PaymentError =>
  error._tag === 'StoreUnavailable' ? asUnknown(error) : error;

const earlierOf = ({ doubt, mayHaveForgotten }: Claimed, now: number): Earlier => {
  if (doubt !== null) return { _tag: 'Certain', since: doubt.since };
  return mayHaveForgotten ? { _tag: 'Possible', since: now } : { _tag: 'None' };
};

const replayAnswer = <A>(cipher: IdempotencyCipher, answer: string): IdempotentResult<A> =>
  pipe(
    openAnswer<A>(cipher, answer),
    O.match(
      () => notReplayed(E.left(unreadable)),
      (outcome) => ({ outcome, replayed: true }),
    ),
  );

// A request that calls no processor cannot be looked up.
const sealedSummary = (
  { names, input }: IdempotentRequest,
  { seal }: IdempotencyCipher,
): string | null =>
  names.call === null
    ? null
    : pipe(
        requestSummary.write(input),
        O.flatMap((text) => seal(text)),
        O.toNullable,
      );

/** The scopes under which the key of a request may be stored. */
const scopesOf = ({
  scope,
  formerScopes = [],
}: IdempotencyKeyId): ReadonlyNonEmptyArray<string> => [scope, ...formerScopes];

/** Runs keyed requests once: of several with one key, one does the work and the others get its answer (decisions I1 to I7). */
export const runIdempotently = (deps: IdempotencyDependencies): RunIdempotently => {
  const {
    store,
    cipher: loadCipher,
    digest,
    namespace,
    clock,
    sleep,
    newOwner,
    waitMs,
    leaseSeconds,
    telemetry,
  } = deps;
  const hold = holdKey(deps);

  const firstSentOf = (
    { names, settings, ...id }: IdempotentRequest,
    scope: string,
  ): FirstSent => ({
    operation: names.operation,
    derivedKey: derivedKeyOf(digest, namespace, { ...id, scope }, names),
    settings,
  });

  // A version that stored nothing with its keys had no namespace.
  const attemptOf = (
    { names, key }: IdempotentRequest,
    { scope, firstSent, doubt }: Claimed,
    lease: KeyLease,
  ): IdempotentAttempt => ({
    derivedKey: firstSent?.derivedKey ?? derivedKeyOf(digest, '', { scope, key }, names),
    settings: firstSent?.settings ?? null,
    doubt,
    lease,
  });

  const claim = (
    request: IdempotentRequest,
    cipher: IdempotencyCipher,
    fingerprints: KeyedRequest['fingerprints'],
    owner: string,
    now: number,
  ): TE.TaskEither<PaymentError, IdempotencyClaim> =>
    defectsAsData(() =>
      store.claim({
        scopes: scopesOf(request),
        key: request.key,
        fingerprints,
        firstSent: firstSentOf(request, request.scope),
        summary: sealedSummary(request, cipher),
        owner,
        now,
        leaseUntil: now + leaseSeconds,
        forgetAnsweredBefore: now - keyLifetime,
      }),
    );

  return <A>(request: IdempotentRequest, work: Work<A>) => {
    const { key, names, input } = request;
    const text = requestText(names.operation, input);

    const workUnder =
      (cipher: IdempotencyCipher, owner: string, askedAt: number, claimed: Claimed) =>
      (): T.Task<IdempotentResult<A>> =>
        hold(names.operation, {
          lease: { scope: claimed.scope, key, owner },
          askedAt,
          cipher,
          fingerprints: cipher.fingerprints(text),
          doubt: claimed.doubt,
        })((lease) =>
          pipe(
            work(attemptOf(request, claimed, lease)),
            TE.mapLeft((error) => {
              const now = clock();
              return asUnknownOutcome(earlierOf(claimed, now), now)(error);
            }),
          ),
        );

    const claimAndWork = (
      cipher: IdempotencyCipher,
      owner: string,
      waitedMs: number,
    ): T.Task<IdempotentResult<A>> =>
      pipe(
        T.fromIO(clock),
        T.flatMap((askedAt) =>
          pipe(
            claim(request, cipher, cipher.fingerprints(text), owner, askedAt),
            TE.mapLeft(withoutStore),
            TE.matchE(failed, (claimed): T.Task<IdempotentResult<A>> => {
              switch (claimed._tag) {
                case 'Claimed':
                  return workUnder(cipher, owner, askedAt, claimed)();
                case 'Answered':
                  return T.of(replayAnswer<A>(cipher, claimed.answer));
                case 'OtherRequest':
                  return failed({ _tag: 'IdempotencyKeyReused' });
                case 'SecretUnknown':
                  return failed({ _tag: 'IdempotencySecretUnknown' });
                case 'InUse':
                  return waitedMs < waitMs
                    ? waitAndClaim(cipher, owner, waitedMs)
                    : failed({ _tag: 'IdempotencyKeyInUse', retryAfter });
              }
            }),
          ),
        ),
      );
    // The longer it has taken, the longer the next pause may be.
    const waitAndClaim = (
      cipher: IdempotencyCipher,
      owner: string,
      waitedMs: number,
    ): T.Task<IdempotentResult<A>> => {
      const pause = Math.min(
        Math.max(waitedMs, shortestPauseMs),
        longestPauseMs,
        waitMs - waitedMs,
      );
      return pipe(
        sleep(pause),
        T.flatMap(() => claimAndWork(cipher, owner, waitedMs + pause)),
      );
    };
    return IdempotencyKey.is(key)
      ? pipe(
          defectsAsData(() => loadCipher),
          TE.mapLeft(withoutStore),
          TE.matchE(
            failed,
            (cipher): T.Task<IdempotentResult<A>> =>
              pipe(
                T.fromIO(newOwner),
                T.flatMap((owner): T.Task<IdempotentResult<A>> => claimAndWork(cipher, owner, 0)),
                T.tapIO(
                  ({ replayed }) =>
                    () =>
                      replayed
                        ? telemetry.requestReplayed({ operation: names.operation })
                        : undefined,
                ),
              ),
          ),
        )
      : failed({ _tag: 'InvalidIdempotencyKey' });
  };
};

type Dependencies = {
  readonly store: Pick<IdempotencyStore, 'findUnsettled'>;
  readonly clock: Clock;
};

/**
 * The error for a request whose input was refused: the refusal, unless an earlier request with its key is in progress or in
 * doubt. The refusal would wrongly say that nothing was done: an older version may have accepted the input.
 */
export const refusalUnlessInDoubt =
  ({ store, clock }: Dependencies) =>
  (id: IdempotencyKeyId) =>
  <Err>(refusal: Err): T.Task<Err | PaymentError> =>
    IdempotencyKey.is(id.key)
      ? pipe(
          defectsAsData(() => store.findUnsettled(scopesOf(id), id.key)),
          TE.match(
            (error): Err | PaymentError => withoutStore(error),
            ([unsettled]): Err | PaymentError => {
              if (unsettled === undefined) return refusal;
              const { leasedUntil, since } = unsettled;
              return leasedUntil !== null && leasedUntil > clock()
                ? { _tag: 'IdempotencyKeyInUse', retryAfter }
                : { _tag: 'IdempotencyKeyInDoubt', since };
            },
          ),
        )
      : T.of(refusal);
