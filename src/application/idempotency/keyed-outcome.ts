import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { IdempotencyRelease } from '../ports/idempotency-store.js';

/** What a use case ended in, as text and back. What is read must have been written here: its type is taken on trust. */
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
 * What becomes of an idempotency key whose request ended in this error: its answer is kept, or it is released. Only what
 * the processor has decided is kept (decision I6).
 */
export const keyDisposition = (error: PaymentError): 'keep' | IdempotencyRelease => {
  switch (error._tag) {
    case 'CardError':
      return 'keep';
    case 'NotFound':
      return error.resource === 'event' ? 'forget' : 'keep';
    case 'ProcessorRefused':
      // The processor keeps these two for no key either: another request is at work, or there are too many.
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

/** Whether an earlier request with the same key was at work: the store knows of none, it may have lost one, or there was one. */
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

/** Whether the processor says that the key was first sent with something else (`idempotency_error` of Stripe). */
const isOtherUse = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused' && error.code === 'idempotency_error';

/**
 * What a caller is told of an error, by what may have been done before: that nothing was done this time says nothing about
 * the time before, which may have charged.
 */
export const asUnknownOutcome =
  (earlier: Earlier, now: number) =>
  (error: PaymentError): PaymentError => {
    const since = earlier._tag === 'None' ? now : earlier.since;
    const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since };
    // Somebody sent this key before, whatever the store knows: a new key could do the work twice.
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
      // It is refused before anything is sent: an earlier version may have taken it.
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
