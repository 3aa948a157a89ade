import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { IdempotencyKey } from '../../domain/ids.js';
import type { PaymentError, StoreUnavailable } from '../../domain/payment-error.js';
import type { SearchOutcome } from '../../domain/search-outcome.js';
import { defectsAsData } from '../defects-as-data.js';
import { requestSummary } from '../doubts/request-summary.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type {
  FirstSent,
  IdempotencyClaim,
  IdempotencyDoubt,
  IdempotencyKeyId,
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
  /** Runs this release of a key when the store takes it again. `false`: there is nothing to release. */
  readonly releaseLater: (release: TE.TaskEither<PaymentError, boolean>) => IO.IO<void>;
  /** A new value each time, unique across instances. */
  readonly newOwner: IO.IO<string>;
  /** How long a request waits for another one in progress with its key. */
  readonly waitMs: number;
  /** How long successes of operations that move money are kept, at least a day (decision I9). */
  readonly retentionSeconds: number;
};

/** A request with its key. `input` is decoded, `settings` are its `RequestSettings` as text. */
export type IdempotentRequest = IdempotencyKeyId & {
  readonly names: StableNames;
  readonly input: object;
  readonly settings: string;
  readonly movesMoney?: boolean;
};

/** How the first request with the key was sent. */
export type FirstRequest = {
  /** The idempotency key for the processor. */
  readonly derivedKey: string;
  /** `null`: the version of Pasarela that sent the first request stored none. */
  readonly settings: string | null;
};

/** An attempt at the work of a request. */
export type IdempotentAttempt = FirstRequest & {
  /** `null`: there was no earlier request with the key. */
  readonly doubt: IdempotencyDoubt | null;
  /** Says before each attempt whether the request may be sent. */
  readonly lease: KeyLease;
};

/** The work of a request. It must not reject. */
export type IdempotentWork<A> = {
  readonly run: (attempt: IdempotentAttempt) => TE.TaskEither<PaymentError, A>;
  /**
   * Looks up whether the same request succeeded earlier, whose stored answer does not count any more. `since`: when the key was
   * first seen, Unix seconds. Only if its success is absent, the request may run as new.
   */
  readonly find: (first: FirstRequest & { readonly since: number }) => T.Task<SearchOutcome<A>>;
};

/** Does the work of a request once, or returns its stored answer. */
type RunIdempotently = <A>(
  request: IdempotentRequest,
  work: IdempotentWork<A>,
) => T.Task<IdempotentResult<A>>;

/**
 * The work of a request that has its key, and of one with a key whose answer does not count any more. `earlier`: the first request of such
 * a key, which the store may drop meanwhile.
 */
type Plan<A> = Pick<IdempotentWork<A>, 'run'> &
  Pick<KeyedRequest, 'expired'> & {
    readonly earlier?: { readonly firstSeen: number; readonly firstSent: FirstSent | null };
  };

/** One run of a request. */
type Asker = {
  readonly cipher: IdempotencyCipher;
  readonly fingerprints: KeyedRequest['fingerprints'];
  /** A new value for each run. */
  readonly owner: string;
};

type Claimed = Extract<IdempotencyClaim, { readonly _tag: 'Claimed' }>;

type Expired = Extract<IdempotencyClaim, { readonly _tag: 'Expired' }>;

const shortestPauseMs = 100;
const longestPauseMs = 500;
/** Seconds after which a request whose key is in use is repeated. */
export const inUseRetryAfter = 1;

const failed = (error: PaymentError): IdempotentResult<never> => notReplayed(E.left(error));

const unreadable: PaymentError = {
  _tag: 'Unexpected',
  cause: new Error('the stored answer of an idempotency key cannot be read'),
};

/** The error of a request without its store: it is unknown whether an earlier request with the key did the work. */
export const withoutStore = (error: PaymentError): PaymentError =>
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

// A declined payment exists, and may have been paid with another card since.
const madeNothing = (cipher: IdempotencyCipher, refusal: string | null): boolean =>
  typeof refusal === 'string' &&
  pipe(
    openAnswer(cipher, refusal),
    O.exists((outcome) => E.isLeft(outcome) && outcome.left._tag !== 'CardError'),
  );

// A request that calls no processor cannot be looked up.
const sealedSummary = (
  { names, input }: IdempotentRequest,
  { seal }: IdempotencyCipher,
): string | null =>
  names.call === null
    ? null
    : pipe(
        requestSummary.write(names.operation, input),
        O.flatMap((text) => seal(text)),
        O.toNullable,
      );

/**
 * The scopes under which the key of a request may be stored, each once: a store would take the key of a second one for another
 * caller's.
 */
export const scopesOf = ({
  scope,
  formerScopes = [],
}: IdempotencyKeyId): ReadonlyNonEmptyArray<string> => [
  scope,
  ...formerScopes.filter((former) => former !== scope),
];

/** Runs keyed requests once: of several with one key, one does the work and the others get its answer (decisions I1 to I9). */
export const runIdempotently = (deps: IdempotencyDependencies): RunIdempotently => {
  const {
    store,
    cipher: loadCipher,
    digest,
    namespace,
    clock,
    sleep,
    releaseLater,
    newOwner,
    waitMs,
    leaseSeconds,
    retentionSeconds,
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
  const firstRequest = (
    { names, key }: IdempotentRequest,
    { scope, firstSent }: Pick<Claimed, 'scope' | 'firstSent'>,
  ): FirstRequest => ({
    derivedKey: firstSent?.derivedKey ?? derivedKeyOf(digest, '', { scope, key }, names),
    settings: firstSent?.settings ?? null,
  });

  const claim = (
    request: IdempotentRequest,
    { cipher, fingerprints, owner }: Asker,
    now: number,
    { expired, earlier }: Pick<Plan<unknown>, 'expired' | 'earlier'>,
  ): TE.TaskEither<PaymentError, IdempotencyClaim> =>
    defectsAsData(() =>
      store.claim({
        scopes: scopesOf(request),
        key: request.key,
        fingerprints,
        firstSent: earlier?.firstSent ?? firstSentOf(request, request.scope),
        summary: sealedSummary(request, cipher),
        owner,
        now,
        leaseUntil: now + leaseSeconds,
        forgetAnsweredBefore: now - keyLifetime,
        ...(expired === undefined ? {} : { expired }),
        ...(earlier === undefined ? {} : { firstSeen: earlier.firstSeen }),
      }),
    );

  // The store may have taken a claim although its reply was lost. Nobody works under it, so the next request need not wait until
  // the lease ends. The key may have been in doubt before.
  const releaseLostClaim = (
    request: IdempotentRequest,
    { owner }: Asker,
    error: PaymentError,
  ): IO.IO<void> =>
    error._tag === 'StoreUnavailable'
      ? releaseLater(
          pipe(
            scopesOf(request),
            TE.traverseSeqArray((scope) =>
              defectsAsData(() => store.release({ scope, key: request.key, owner }, 'in_doubt')),
            ),
            TE.map((released) => released.some(Boolean)),
          ),
        )
      : () => undefined;

  return <A>(request: IdempotentRequest, work: IdempotentWork<A>) => {
    const { key, names, input, movesMoney = false } = request;
    const text = requestText(names.operation, input);

    const planAfter = (
      success: SearchOutcome<A>,
      { doubt: { since }, firstSent }: Expired,
    ): Plan<A> => {
      const earlier = { firstSeen: since, firstSent };
      switch (success._tag) {
        case 'Found':
          return { run: () => TE.right(success.value), expired: 'take', earlier };
        case 'Absent':
          return { run: work.run };
        // The row of an expired answer would be dropped soon, and the next repetition would run as new. A doubt stays.
        case 'Uncertain':
          return {
            run: () => TE.left({ _tag: 'IdempotencyKeyInDoubt', since }),
            expired: 'take',
            earlier,
          };
      }
    };

    const workUnder =
      ({ cipher, fingerprints, owner }: Asker, askedAt: number, claimed: Claimed) =>
      ({ run }: Plan<A>): T.Task<IdempotentResult<A>> =>
        hold(names.operation, {
          lease: { scope: claimed.scope, key, owner },
          askedAt,
          cipher,
          fingerprints,
          doubt: claimed.doubt,
          successKeptFor: movesMoney ? retentionSeconds : keyLifetime,
        })((lease) => async () => {
          const outcome = await run({
            ...firstRequest(request, claimed),
            doubt: claimed.doubt,
            lease,
          })();
          if (E.isRight(outcome)) return outcome;
          const now = clock();
          return E.left(asUnknownOutcome(earlierOf(claimed, now), now)(outcome.left));
        });

    const claimAndWork = async (
      asker: Asker,
      waitedMs: number,
      plan: Plan<A>,
    ): Promise<IdempotentResult<A>> => {
      const askedAt = clock();
      const answer = await claim(request, asker, askedAt, plan)();
      if (E.isLeft(answer)) {
        await T.fromIO(releaseLostClaim(request, asker, answer.left))();
        return failed(withoutStore(answer.left));
      }
      const claimed = answer.right;
      switch (claimed._tag) {
        case 'Claimed':
          return workUnder(asker, askedAt, claimed)(plan)();
        case 'Answered':
          return replayAnswer<A>(asker.cipher, claimed.answer);
        case 'Expired': {
          if (madeNothing(asker.cipher, claimed.refusal)) {
            return claimAndWork(asker, waitedMs, { run: work.run });
          }
          const { since } = claimed.doubt;
          const success = await work.find({ ...firstRequest(request, claimed), since })();
          return claimAndWork(asker, waitedMs, planAfter(success, claimed));
        }
        case 'OtherRequest':
          return failed({ _tag: 'IdempotencyKeyReused' });
        case 'SecretUnknown':
          return failed({ _tag: 'IdempotencySecretUnknown' });
        case 'InUse':
          return waitedMs < waitMs
            ? waitAndClaim(asker, waitedMs, plan)
            : failed({ _tag: 'IdempotencyKeyInUse', retry_after: inUseRetryAfter });
      }
    };
    // The longer it has taken, the longer the next pause may be.
    const waitAndClaim = async (
      asker: Asker,
      waitedMs: number,
      plan: Plan<A>,
    ): Promise<IdempotentResult<A>> => {
      const pause = Math.min(
        Math.max(waitedMs, shortestPauseMs),
        longestPauseMs,
        waitMs - waitedMs,
      );
      await sleep(pause)();
      return claimAndWork(asker, waitedMs + pause, plan);
    };
    return async () => {
      if (!IdempotencyKey.is(key)) return failed({ _tag: 'InvalidIdempotencyKey' });
      const loaded = await defectsAsData(() => loadCipher)();
      if (E.isLeft(loaded)) return failed(withoutStore(loaded.left));
      const cipher = loaded.right;
      const asker = { cipher, fingerprints: cipher.fingerprints(text), owner: newOwner() };
      const result = await claimAndWork(asker, 0, { run: work.run, expired: 'report' });
      if (result.replayed) {
        await T.fromIO(() => telemetry.requestReplayed({ operation: names.operation }))();
      }
      return result;
    };
  };
};
