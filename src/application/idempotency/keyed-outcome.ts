import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import type { PaymentError } from '../../domain/payment-error.js';
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
      // The processor does not keep these either: another request with the key is in progress, or too many requests.
      if (error.status === 409) return 'in_doubt';
      return error.status === 429 ? 'forget' : 'keep';
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

/** Whether there was an earlier request with the key: none, perhaps one that the store has lost, or certainly one. */
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
const isOtherUse = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused' && error.code === 'idempotency_error';

/**
 * The error as its caller gets it. If there was an earlier request with the key, "nothing was done" becomes "the outcome is
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
        return error.status === 409 || error.status === 429
          ? unknownOutcome(new Error(error.message))
          : error;
      // Refused before anything was sent. An earlier version of Pasarela may have sent it.
      case 'MissingInput':
      case 'InvalidInput':
      case 'UnknownFields':
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
