import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { decisionOf, type ProcessorDecision } from '../../domain/processor-decision.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { IdempotencyRelease } from '../ports/idempotency-store.js';

/** Writes the outcome of a use case as text and reads it. It only reads what it wrote, so it trusts the type. */
export const storedOutcome = {
  write: (outcome: E.Either<PaymentError, unknown>): E.Either<unknown, string> =>
    J.stringify(outcome),
  read: <A>(text: string): E.Either<unknown, E.Either<PaymentError, A>> =>
    pipe(
      J.parse(text),
      E.map((outcome): unknown => outcome),
      E.map((outcome) => outcome as E.Either<PaymentError, A>),
    ),
};

const dispositions: { readonly [D in ProcessorDecision]: 'keep' | IdempotencyRelease } = {
  final: 'keep',
  turned_away: 'forget',
  undecided: 'in_doubt',
};

/**
 * Decides what happens to an idempotency key when its request ends with an error: the answer is kept, or the key is released.
 * Only decisions of the processor are kept (decision I6).
 */
export const keyDisposition = (error: PaymentError): 'keep' | IdempotencyRelease => {
  switch (error._tag) {
    case 'CardError':
      return 'keep';
    case 'NotFound':
      return error.resource === 'event' ? 'forget' : 'keep';
    case 'ProcessorRefused':
      return dispositions[decisionOf(error)];
    case 'ProcessorUnavailable':
      return error.outcome === 'not_done' ? 'forget' : 'in_doubt';
    case 'ProcessorFailed':
    case 'StoreUnavailable':
    case 'IdempotencyKeyInDoubt':
    case 'IdempotencySecretUnknown':
    case 'Unexpected':
      return 'in_doubt';
    case 'ProcessorAuthenticationFailed':
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'CardNumberInText':
    case 'PaymentTooLarge':
    case 'RefundTooLarge':
    case 'ConflictingCursors':
    case 'EventDropped':
    case 'WebhookSignatureMissing':
    case 'WebhookSecretMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'IdempotencyKeyInUse':
    case 'IdempotencyKeyReused':
      return 'forget';
  }
};

/** Whether there was an earlier request with the key: no, perhaps one that the store has lost, or certainly. */
export type Earlier =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Possible'; readonly since: number }
  /** `since`: Unix seconds. */
  | { readonly _tag: 'Certain'; readonly since: number };

const unknownOutcome = (cause: unknown): PaymentError => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause,
});

/** Whether the processor says that the key was first sent with another request (`idempotency_error` of Stripe). */
export const isOtherUse = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused' && error.code === 'idempotency_error';

/**
 * The error that the caller gets. If there was an earlier request with the key, "nothing was done" becomes "the outcome is
 * unknown": the earlier request may have charged.
 */
export const asUnknownOutcome =
  (earlier: Earlier, now: number) =>
  (error: PaymentError): PaymentError => {
    const since = earlier._tag === 'None' ? now : earlier.since;
    const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since };
    // The processor has seen this key, even if the store has not. A new key could do the work twice.
    if (isOtherUse(error)) return inDoubt;
    if (earlier._tag === 'None') return error;
    switch (error._tag) {
      case 'ProcessorUnavailable':
      case 'ProcessorAuthenticationFailed':
        return unknownOutcome(error.cause);
      case 'ProcessorRefused':
        return decisionOf(error) === 'final' ? error : unknownOutcome(new Error(error.message));
      // This version refused the request before sending it. An earlier version of Pasarela may have sent it.
      case 'MissingInput':
      case 'InvalidInput':
      case 'UnknownFields':
      case 'CardNumberInText':
      case 'PaymentTooLarge':
      case 'RefundTooLarge':
      case 'ConflictingCursors':
      case 'StoreUnavailable':
        return earlier._tag === 'Certain' ? inDoubt : error;
      case 'CardError':
      case 'NotFound':
      case 'EventDropped':
      case 'ProcessorFailed':
      case 'Unexpected':
      case 'IdempotencyKeyInDoubt':
      case 'IdempotencySecretUnknown':
      case 'WebhookSignatureMissing':
      case 'WebhookSecretMissing':
      case 'WebhookSignatureInvalid':
      case 'WebhookPayloadInvalid':
      case 'InvalidIdempotencyKey':
      case 'IdempotencyKeyInUse':
      case 'IdempotencyKeyReused':
        return error;
    }
  };

/** Decrypts and reads a stored answer; `none` if that is not possible. */
export const openAnswer = <A>(
  { open }: IdempotencyCipher,
  text: string,
): O.Option<E.Either<PaymentError, A>> =>
  pipe(
    open(text),
    O.flatMap((opened) => O.fromEither(storedOutcome.read<A>(opened))),
  );
