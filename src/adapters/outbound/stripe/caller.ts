import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { CallOptions, Evidence } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import type { SentChange } from '../look-ups/sent-change.js';
import type { AttemptCall, StripeCall } from './attempt.js';
import type { AttemptFailure } from './errors.js';
import { keyToCarry, type RequestFormat } from './request-format.js';
import {
  type CallPolicy,
  lookUpTimeoutMs,
  type RetryPolicy,
  retryPauseMs,
} from './retry-policy.js';

/** Why a call gave no result: how its last attempt failed, and whether any of them may have done the work. */
type CallFailure = AttemptFailure & { readonly lost: boolean };

/** The attempt, made again while that makes sense. `inDoubt`: one before all of these may have done the work. */
export const withRetries =
  ({ maxRetries, retryDelayMs }: RetryPolicy, inDoubt = false) =>
  <A>(attempt: TE.TaskEither<AttemptFailure, A>): TE.TaskEither<CallFailure, A> => {
    const retried = (retries: number, lostBefore: boolean): TE.TaskEither<CallFailure, A> =>
      pipe(
        attempt,
        TE.orElse((failure) => {
          const lost =
            failure.meaning === 'reused' ? inDoubt : lostBefore || failure.meaning === 'lost';
          if (!failure.again || retries === maxRetries) return TE.left({ ...failure, lost });
          const next = retried(retries + 1, lost);
          return T.delay(retryPauseMs(retryDelayMs, retries + 1, Math.random()))(next);
        }),
      );
    return retried(0, inDoubt);
  };

/** What the caller is told about a change that failed: with an attempt lost, nothing but a refusal of the work is sure. */
export const reportedError = ({ error, meaning, lost }: CallFailure): ProcessorError => {
  if (meaning === 'refused' || !lost) return error;
  // Both say themselves that nobody knows.
  if (error._tag === 'ProcessorFailed' || error._tag === 'Unexpected') return error;
  const cause = 'cause' in error ? error.cause : new Error(error.message);
  return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause };
};

/**
 * Looks again while nothing is found: the processor may still be at work, its events come a little later, and the look
 * itself may have been lost. No pause and no round begins when `boundMs` milliseconds are over; that no read outlasts them is
 * up to the look-up.
 */
const lookUpPatiently =
  ({ maxRetries, retryDelayMs }: RetryPolicy, boundMs: number) =>
  <A>(lookUp: TE.TaskEither<ProcessorError, Evidence<A>>): T.Task<Evidence<A>> => {
    const round = (retries: number, end: number): T.Task<Evidence<A>> =>
      pipe(
        lookUp,
        TE.getOrElse(() => T.of<Evidence<A>>(O.none)),
        T.flatMap((evidence) => {
          if (O.isSome(evidence) || retries === maxRetries) return T.of(evidence);
          const delay = retryPauseMs(retryDelayMs, retries + 1, Math.random());
          return performance.now() + delay < end
            ? T.delay(delay)(round(retries + 1, end))
            : T.of(evidence);
        }),
      );
    return () => round(0, performance.now() + boundMs)();
  };

/** Finds out what became of a change, from what it reads. A failure on the way leaves that unknown. */
type LookUp<A> = (
  reads: OutcomeReads,
  sent: SentChange,
) => TE.TaskEither<ProcessorError, Evidence<A>>;

/** Makes calls: tries again, and looks up what became of those that nobody answered. */
export type StripeCaller = {
  readonly read: <A>(call: StripeCall<A>) => TE.TaskEither<ProcessorError, A>;
  /** Every attempt carries the same key: the caller's, else one of this run. */
  readonly change: <A>(
    call: StripeCall<A>,
    options: CallOptions | undefined,
    lookUp?: LookUp<A>,
  ) => TE.TaskEither<ProcessorError, A>;
  /**
   * Stripe knows no keys for these: what is missing after a lost attempt was removed by it, for all that is known. Without
   * an answer to the look that is not known.
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

const keyOf = ({ idempotencyKey }: CallOptions = {}): TE.TaskEither<ProcessorError, string> => {
  if (idempotencyKey === undefined) return TE.fromIO(randomUUID);
  return /^[ -~]+$/.test(idempotencyKey) ? TE.right(idempotencyKey) : TE.left(unsendableKey);
};

const asRead = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorUnavailable' ? { ...error, outcome: 'not_done' } : error;

const isInDoubt = ({ meaning, lost }: CallFailure): boolean =>
  meaning === 'in_use' || (lost && meaning !== 'refused');

const isRefusal = (error: ProcessorError): boolean =>
  error._tag === 'ProcessorRefused' && error.status !== 409 && error.status !== 429;

// When the read is refused, for example because there is no such customer, nothing can have been removed.
const settledByRefusal =
  <A>(failure: CallFailure, lookUp: LookUp<A>): LookUp<A> =>
  (reads, sent) =>
    pipe(
      lookUp(reads, sent),
      TE.orElse((error) =>
        isRefusal(error) ? TE.right(O.some(E.left(reportedError(failure)))) : TE.left(error),
      ),
    );

type Settings = {
  readonly formatOf: (options: CallOptions | undefined) => RequestFormat;
  readonly rules: CallPolicy;
  readonly reads: () => OutcomeReads;
  readonly clock: Clock;
};

// As long as Stripe keeps a key: an earlier call with it may have done the work.
const keyLivesSeconds = 24 * 60 * 60;

export const createCaller = (
  attempt: AttemptCall,
  { formatOf, rules, reads, clock }: Settings,
): StripeCaller => {
  const settle = <A>(
    failure: CallFailure,
    lookUp: LookUp<A>,
    sent: SentChange,
  ): TE.TaskEither<ProcessorError, A> =>
    pipe(
      T.fromIO(reads),
      T.flatMap((bounded) => lookUpPatiently(rules, lookUpTimeoutMs(rules))(lookUp(bounded, sent))),
      T.map(O.getOrElseW(() => E.left(reportedError(failure)))),
    );

  const sentNow = (
    idempotencyKey: string,
    format: RequestFormat,
    options: CallOptions = {},
  ): SentChange => {
    const { idempotencyKey: given, inDoubtSince } = options;
    const now = clock();
    return {
      idempotencyKey,
      from: given === undefined ? now : Math.min(inDoubtSince ?? now, now - keyLivesSeconds),
      carriesKey: keyToCarry(format, options) === undefined ? 'no' : 'yes',
    };
  };

  return {
    read: (call) =>
      pipe(
        attempt(call),
        withRetries(rules),
        TE.mapLeft(({ error }) => asRead(error)),
      ),
    change: (call, options, lookUp) =>
      pipe(
        keyOf(options),
        TE.flatMap((key) => {
          const format = formatOf(options);
          const sent = sentNow(key, format, options);
          return pipe(
            attempt(call, { changes: true, idempotencyKey: key, format }),
            withRetries(rules, options?.inDoubtSince !== undefined),
            TE.orElse((failure) =>
              lookUp !== undefined && isInDoubt(failure)
                ? settle(failure, lookUp, sent)
                : TE.left(reportedError(failure)),
            ),
          );
        }),
      ),
    remove: (call, options, lookUp) =>
      pipe(
        attempt(call, { changes: true }),
        withRetries(rules, options?.inDoubtSince !== undefined),
        TE.orElse((failure) =>
          failure.lost
            ? settle(
                { ...failure, meaning: 'lost' },
                settledByRefusal(failure, lookUp),
                sentNow('', formatOf(options), options),
              )
            : TE.left(failure.error),
        ),
      ),
  };
};
