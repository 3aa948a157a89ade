import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { AttemptFailure } from './attempt-failure.js';
import type { Attempt } from './create-attempt.js';
import { lookUpPatiently } from './look-up-patiently.js';
import { outcomeOf } from './outcome-of.js';
import type { RequestFormat } from './request-format.js';
import type { LookUp, Settlement } from './settlement.js';
import type { StripeCall } from './stripe-call.js';
import { type CallFailure, type RetryRules, withRetries } from './with-retries.js';

/** Makes calls: tries again, and looks up what became of those that nobody answered. */
export type Caller = {
  readonly read: <A>(call: StripeCall<A>) => TE.TaskEither<ProcessorError, A>;
  /** Every attempt carries the same key: the caller's, else one of this run. */
  readonly change: <A>(
    call: StripeCall<A>,
    options: CallOptions | undefined,
    lookUp?: (idempotencyKey: string) => LookUp<A>,
  ) => TE.TaskEither<ProcessorError, A>;
  /**
   * Stripe knows no keys for these: what is missing after a lost attempt was removed by it, for all that is known. Without
   * an answer to the look that is not known.
   */
  readonly remove: <A>(
    call: StripeCall<A>,
    options: CallOptions | undefined,
    lookUp: TE.TaskEither<AttemptFailure, Settlement<A>>,
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

const settledByRefusal = <A>(
  failure: CallFailure,
  lookUp: TE.TaskEither<AttemptFailure, Settlement<A>>,
): LookUp<A> =>
  pipe(
    lookUp,
    TE.orElse((look) =>
      look.meaning === 'refused' ? TE.right(O.some(E.left(outcomeOf(failure)))) : TE.left(look),
    ),
  );

type Rules = RetryRules & { readonly timeoutMs: number };

type FormatOf = (options: CallOptions | undefined) => RequestFormat;

export const createCaller = (attempt: Attempt, formatOf: FormatOf, rules: Rules): Caller => {
  const settle = <A>(failure: CallFailure, lookUp: LookUp<A>): TE.TaskEither<ProcessorError, A> =>
    pipe(lookUpPatiently(rules)(lookUp), T.map(O.getOrElseW(() => E.left(outcomeOf(failure)))));

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
        TE.flatMap((key) =>
          pipe(
            attempt(call, { changes: true, idempotencyKey: key, format: formatOf(options) }),
            withRetries(rules, options?.inDoubtSince !== undefined),
            TE.orElse((failure) =>
              lookUp !== undefined && isInDoubt(failure)
                ? settle(failure, lookUp(key))
                : TE.left(outcomeOf(failure)),
            ),
          ),
        ),
      ),
    remove: (call, options, lookUp) =>
      pipe(
        attempt(call, { changes: true }),
        withRetries(rules, options?.inDoubtSince !== undefined),
        TE.orElse((failure) =>
          failure.lost
            ? settle({ ...failure, meaning: 'lost' }, settledByRefusal(failure, lookUp))
            : TE.left(failure.error),
        ),
      ),
  };
};
