import { pipe } from 'fp-ts/lib/function.js';
import * as IO from 'fp-ts/lib/IO.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { PaymentError } from '../../domain/payment-error.js';
import type { IdempotentResult } from './fixed-outcome.js';
import type { Digest } from './keyed-request.js';

/** The advice that a repetition can get with a stored answer. */
export const replayAdvices = ['confirm_with_new_key', 'read_again'] as const;

/**
 * The next step of a caller whose repetition got a stored answer in which the payment was not complete yet.
 * `confirm_with_new_key`: after the customer has authenticated, confirm with another key, because this one repeats the answer for
 * ever. `read_again`: the object continues without another confirmation, so read its present status.
 */
export type ReplayAdvice = (typeof replayAdvices)[number];

// A setup intent continues by itself, whatever its payments do (decision S2).
const advised: ReadonlyMap<string, 'payment' | 'setup'> = new Map([
  ['createPaymentIntent', 'payment'],
  ['confirmPayment', 'payment'],
  ['createSetupIntent', 'setup'],
  ['confirmSetupIntent', 'setup'],
]);

/** Whether repetitions of an operation can get advice. */
export const mayGetAdvice = (operation: string): boolean => advised.has(operation);

const Confirmed = t.type({ confirm: t.literal(true) });
const isConfirmation = (operation: string, input: object): boolean =>
  operation.startsWith('confirm') || Confirmed.is(input);

const Incomplete = t.intersection([
  t.type({ status: t.keyof({ requires_action: null, requires_confirmation: null }) }),
  t.partial({ confirmation_method: t.string }),
]);

const adviceOnReplay = (
  operation: string,
  input: object,
  answer: unknown,
): O.Option<ReplayAdvice> =>
  pipe(
    O.fromNullable(advised.get(operation)),
    O.filter(() => isConfirmation(operation, input)),
    O.flatMap((kind) =>
      Incomplete.is(answer)
        ? O.some(
            kind === 'setup' || answer.confirmation_method === 'automatic'
              ? 'read_again'
              : 'confirm_with_new_key',
          )
        : O.none,
    ),
  );

/** The dependencies of giving advice. */
export type AdviceDependencies = {
  readonly digest: Digest;
  /** Reports a repetition that got advice. `keyHash`: SHA-256 of the caller's key, as hexadecimal digits. */
  readonly reportAdvice: (given: {
    readonly operation: string;
    readonly keyHash: string;
    readonly advice: ReplayAdvice;
  }) => IO.IO<void>;
};

/** A result with advice for the caller, if it needs any. */
export type AdvisedResult<A, Err = PaymentError> = IdempotentResult<A, Err> & {
  readonly advice?: ReplayAdvice;
};

/** A request with its idempotency key. `operation`: its stable name. */
type Asked = { readonly operation: string; readonly input: object; readonly key: string };

/** Adds advice to a stored answer that is repeated, if it needs any, and reports it. */
export const withAdvice =
  ({ digest, reportAdvice }: AdviceDependencies, { operation, input, key }: Asked) =>
  <A>(result: IdempotentResult<A>): IO.IO<AdvisedResult<A>> =>
    pipe(
      result.replayed ? O.fromEither(result.outcome) : O.none,
      O.flatMap((answer) => adviceOnReplay(operation, input, answer)),
      O.match(
        () => IO.of<AdvisedResult<A>>(result),
        (advice) =>
          pipe(
            reportAdvice({ operation, keyHash: digest(key), advice }),
            IO.map(() => ({ ...result, advice })),
          ),
      ),
    );
