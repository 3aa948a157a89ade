import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { CallOptions, Evidence } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { decisionOf } from '../../../domain/processor-decision.js';
import { searched } from '../../../domain/search-outcome.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import type { SentChange } from '../look-ups/sent-change.js';
import type { AttemptCall, StripeCall } from './attempt.js';
import type { AttemptFailure } from './errors.js';
import { keyToCarry, type RequestFormat } from './request-format.js';
import {
  attemptsTimeoutMs,
  type CallPolicy,
  lookUpTimeoutMs,
  type RetryPolicy,
  retryPauseMs,
} from './retry-policy.js';

/** How the last attempt of a call failed, and whether any of its attempts may have done the work. */
type CallFailure = AttemptFailure & { readonly lost: boolean };

/**
 * Retries an attempt if its error is temporary. `inDoubt`: an earlier call may already have done the work. `mayPause`: whether there
 * is time for another attempt after a pause.
 */
export const withRetries =
  (
    { maxRetries, retryDelayMs }: RetryPolicy,
    inDoubt = false,
    mayPause: (pauseMs: number) => boolean = () => true,
  ) =>
  <A>(attempt: TE.TaskEither<AttemptFailure, A>): TE.TaskEither<CallFailure, A> =>
  async () => {
    let lost = inDoubt;
    let wasOpen = false;
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt();
      if (E.isRight(outcome)) return outcome;
      const failure = outcome.left;
      const isOpen = failure.meaning === 'in_use' || failure.meaning === 'undecided';
      // The work may have been done then, whatever becomes of this attempt.
      const doubtful = failure.meaning === 'lost' || (wasOpen && !isOpen);
      lost = failure.meaning === 'reused' ? inDoubt : lost || doubtful;
      wasOpen ||= isOpen;
      const pauseMs = retryPauseMs(retryDelayMs, retries + 1, Math.random());
      if (!failure.again || retries === maxRetries || !mayPause(pauseMs)) {
        return E.left({ ...failure, lost });
      }
      await T.delay(pauseMs)(T.of(undefined))();
    }
  };

/** The error of a failed change. After a lost attempt the outcome is unknown, unless the processor refused the work. */
export const reportedError = ({ error, meaning, lost }: CallFailure): ProcessorError => {
  if (meaning === 'refused' || !lost) return error;
  // These two already mean that the outcome is unknown.
  if (error._tag === 'ProcessorFailed' || error._tag === 'Unexpected') return error;
  const cause =
    'cause' in error ? error.cause : new Error('message' in error ? error.message : error._tag);
  return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause };
};

/**
 * Repeats a look-up until it finds something: the processor may still be working, its events are listed a little later, and
 * the read itself may fail. After `timeoutMs` no pause and no read begins; the look-up limits the time of its reads.
 */
const lookUpWithRetries =
  ({ maxRetries, retryDelayMs }: RetryPolicy, timeoutMs: number) =>
  <A>(lookUp: TE.TaskEither<ProcessorError, Evidence<A>>): T.Task<Evidence<A>> => {
    const round = (retries: number, end: number): T.Task<Evidence<A>> =>
      pipe(
        lookUp,
        TE.getOrElse(() => T.of<Evidence<A>>(searched.uncertain)),
        T.flatMap((evidence) => {
          if (evidence._tag === 'Found' || retries === maxRetries) return T.of(evidence);
          const delay = retryPauseMs(retryDelayMs, retries + 1, Math.random());
          return performance.now() + delay < end
            ? T.delay(delay)(round(retries + 1, end))
            : T.of(evidence);
        }),
      );
    return () => round(0, performance.now() + timeoutMs)();
  };

/** Reads whether a change was done, and its result. If the read fails, that stays unknown. */
type LookUp<A> = (
  reads: OutcomeReads,
  sent: SentChange,
) => TE.TaskEither<ProcessorError, Evidence<A>>;

/** Calls Stripe: retries, and looks up the outcome of a change whose response was lost. */
export type StripeCaller = {
  readonly read: <A>(call: StripeCall<A>) => TE.TaskEither<ProcessorError, A>;
  /** All attempts carry the same idempotency key: the caller's, otherwise a random one. */
  readonly change: <A>(
    call: StripeCall<A>,
    options: CallOptions | undefined,
    lookUp?: LookUp<A>,
  ) => TE.TaskEither<ProcessorError, A>;
  /**
   * Stripe takes no idempotency key with a deletion: if the object is missing after a lost attempt, the attempt counts as
   * having deleted it. If the look-up fails too, the outcome is unknown.
   */
  readonly remove: <A>(
    call: StripeCall<A>,
    options: CallOptions | undefined,
    lookUp: LookUp<A>,
  ) => TE.TaskEither<ProcessorError, A>;
};

const unsendableKey: ProcessorError = {
  _tag: 'ProcessorRefused',
  status: 400,
  message: 'Idempotency-Key must be printable ASCII characters, at least one.',
  code: null,
  param: null,
};

const keyFor = ({ idempotencyKey }: CallOptions = {}): E.Either<ProcessorError, string> => {
  if (idempotencyKey === undefined) return E.right(randomUUID());
  return /^[ -~]+$/.test(idempotencyKey) ? E.right(idempotencyKey) : E.left(unsendableKey);
};

const checkOf = ({ beforeAttempt }: CallOptions = {}): Pick<CallOptions, 'beforeAttempt'> =>
  beforeAttempt === undefined ? {} : { beforeAttempt };

const asReadError = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorUnavailable' ? { ...error, outcome: 'not_done' } : error;

// While calls are held back, so are the reads of a look-up: the outcome stays unknown.
const canBeLookedUp = ({ meaning, lost }: CallFailure): boolean =>
  meaning === 'in_use' ||
  meaning === 'undecided' ||
  (lost && meaning !== 'refused' && meaning !== 'held_back');

const isRefusal = (error: ProcessorError): boolean =>
  error._tag === 'ProcessorRefused' && decisionOf(error) === 'final';

// If the read is refused, for example because the customer does not exist, nothing can have been deleted.
const failedWhenRefused =
  <A>(failure: CallFailure, lookUp: LookUp<A>): LookUp<A> =>
  (reads, sent) =>
    pipe(
      lookUp(reads, sent),
      TE.orElse((error) =>
        isRefusal(error)
          ? TE.right(searched.found(E.left(reportedError(failure))))
          : TE.left(error),
      ),
    );

type Settings = {
  readonly formatOf: (options: CallOptions | undefined) => RequestFormat;
  readonly policy: CallPolicy;
  /** Reads for one look-up, whose time begins now. */
  readonly reads: () => OutcomeReads;
  readonly clock: Clock;
};

// Stripe keeps a key for a day: within it, an earlier call with the same key may have done the work.
const keyLifetimeSeconds = 24 * 60 * 60;

/** Calls to Stripe, each made of attempts. */
export const createCaller = (
  attempt: AttemptCall,
  { formatOf, policy, reads, clock }: Settings,
): StripeCaller => {
  /** Repeats an attempt, which gets the time that is left for it, until the time for all of them is over. */
  const attempts =
    <A>(
      run: (timeoutMs: number) => TE.TaskEither<AttemptFailure, A>,
      options?: CallOptions,
    ): TE.TaskEither<CallFailure, A> =>
    () => {
      const end = performance.now() + attemptsTimeoutMs(policy);
      const leftMs = () => Math.ceil(end - performance.now());
      const mayPause = (pauseMs: number) => pauseMs < leftMs();
      const retrying = withRetries(policy, options?.inDoubtSince !== undefined, mayPause);
      return retrying(() => run(Math.max(1, leftMs()))())();
    };

  const resolveOutcome = <A>(
    failure: CallFailure,
    lookUp: LookUp<A>,
    sent: SentChange,
  ): TE.TaskEither<ProcessorError, A> =>
    pipe(
      T.fromIO(reads),
      T.flatMap((read) => lookUpWithRetries(policy, lookUpTimeoutMs(policy))(lookUp(read, sent))),
      T.map((evidence) =>
        evidence._tag === 'Found' ? evidence.value : E.left(reportedError(failure)),
      ),
    );

  const sentChange = (
    idempotencyKey: string,
    format: RequestFormat,
    options: CallOptions = {},
  ): SentChange => {
    const { idempotencyKey: given, inDoubtSince } = options;
    const now = clock();
    const first = inDoubtSince ?? now;
    return {
      idempotencyKey,
      first,
      from: given === undefined ? now : Math.min(first, now - keyLifetimeSeconds),
      carriesKey: keyToCarry(format, options) === undefined ? 'no' : 'yes',
    };
  };

  return {
    read: (call) => async () => {
      const outcome = await attempts((timeoutMs) => attempt(call, { changes: false, timeoutMs }))();
      return E.isRight(outcome) ? outcome : E.left(asReadError(outcome.left.error));
    },
    change: (call, options, lookUp) => async () => {
      const key = keyFor(options);
      if (E.isLeft(key)) return key;
      const idempotencyKey = key.right;
      const format = formatOf(options);
      const sent = sentChange(idempotencyKey, format, options);
      const sending = { changes: true, idempotencyKey, format, ...checkOf(options) };
      const outcome = await attempts(
        (timeoutMs) => attempt(call, { ...sending, timeoutMs }),
        options,
      )();
      if (E.isRight(outcome)) return outcome;
      const failure = outcome.left;
      return lookUp !== undefined && canBeLookedUp(failure)
        ? resolveOutcome(failure, lookUp, sent)()
        : E.left(reportedError(failure));
    },
    remove: (call, options, lookUp) => async () => {
      const sending = { changes: true, ...checkOf(options) };
      const outcome = await attempts(
        (timeoutMs) => attempt(call, { ...sending, timeoutMs }),
        options,
      )();
      if (E.isRight(outcome)) return outcome;
      const failure = outcome.left;
      return failure.lost && failure.meaning !== 'held_back'
        ? resolveOutcome(
            { ...failure, meaning: 'lost' },
            failedWhenRefused(failure, lookUp),
            sentChange('', formatOf(options), options),
          )()
        : E.left(reportedError(failure));
    },
  };
};
