import type { Refusal, Resource } from './refusal.js';

/** A required part of the input is absent, `null` or blank. `required` names all required parts. */
export type MissingInput = {
  readonly _tag: 'MissingInput';
  readonly required: ReadonlyArray<string>;
};

/** A part of the input is not what it should be. */
export type InvalidInput = {
  readonly _tag: 'InvalidInput';
  readonly field: string;
  readonly refusal: Exclude<Refusal, { readonly _tag: 'UnsafeId' }>;
};

/** The input has fields that the operation does not know. Nothing was done. */
export type UnknownFields = {
  readonly _tag: 'UnknownFields';
  /** Each with the known field whose name is nearest; `null` when none is near. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly nearest: string | null }>;
};

/** Both cursors of a list were given: a page lies after one or before the other. */
export type ConflictingCursors = { readonly _tag: 'ConflictingCursors' };

/** Nothing has this id, or it was deleted. */
export type NotFound = { readonly _tag: 'NotFound'; readonly resource: Resource };

/** The card, its data or its bank said no (the processor's `card_error`). Nothing was charged. */
export type CardError = {
  readonly _tag: 'CardError';
  /** The processor's own text. */
  readonly message: string;
  readonly code: string | null;
  /** The bank's reason, for example `insufficient_funds`. */
  readonly declineCode: string | null;
  readonly param: string | null;
  /** The failed charge, `ch_...`. */
  readonly charge: string | null;
  /** The intent that another card may still pay, `pi_...`. */
  readonly paymentIntent: string | null;
};

/** The processor refused the request for good. Nothing was done. */
export type ProcessorRefused = {
  readonly _tag: 'ProcessorRefused';
  /** The processor's HTTP status, 4xx. */
  readonly status: number;
  /** The processor's own text. */
  readonly message: string;
  /** `idempotency_error`: the processor got the call's idempotency key with another request before. */
  readonly code: string | null;
  readonly param: string | null;
  /**
   * What the caller can do where the account does not allow the call: tokenize the card in the browser, or keep cards as
   * payment methods (`STRIPE_CARDS=payment_methods`, in the library the option `cards`).
   */
  readonly advice?: 'tokenize_on_client' | 'keep_payment_methods';
};

/** The processor could not be reached, or did not answer in time. With `outcome: 'unknown'` the work may have been done. */
export type ProcessorUnavailable = {
  readonly _tag: 'ProcessorUnavailable';
  readonly outcome: 'not_done' | 'unknown';
  readonly cause: unknown;
};

/** The processor answered with a failure of its own, 5xx: whether the work was done is unknown. */
export type ProcessorFailed = {
  readonly _tag: 'ProcessorFailed';
  readonly status: number;
  readonly cause: unknown;
};

/** The processor refused our own secret key. */
export type ProcessorAuthenticationFailed = {
  readonly _tag: 'ProcessorAuthenticationFailed';
  readonly cause: unknown;
};

/** A webhook call came without a signature. */
export type WebhookSignatureMissing = { readonly _tag: 'WebhookSignatureMissing' };

/** No signing secret is configured, so no webhook call can be verified. */
export type WebhookSecretMissing = { readonly _tag: 'WebhookSecretMissing' };

/** A webhook call's signature does not hold. */
export type WebhookSignatureInvalid = {
  readonly _tag: 'WebhookSignatureInvalid';
  readonly detail: string;
};

/** A webhook call is signed correctly, but its body is not an event. */
export type WebhookPayloadInvalid = { readonly _tag: 'WebhookPayloadInvalid' };

/** The payload of an event was dropped: it cannot be handled again. */
export type EventDropped = { readonly _tag: 'EventDropped' };

/**
 * The store did not take or give what it was asked for. `outcome: 'unknown'`: it was asked about an idempotency key, under which
 * an earlier request may have done the work; absent: nothing was done.
 */
export type StoreUnavailable = {
  readonly _tag: 'StoreUnavailable';
  readonly outcome?: 'unknown';
  readonly cause: unknown;
};

/** An idempotency key that is not 1 to 255 printable ASCII characters. */
export type InvalidIdempotencyKey = { readonly _tag: 'InvalidIdempotencyKey' };

/** Another request with the same idempotency key is at work. Nothing was done for this one. */
export type IdempotencyKeyInUse = {
  readonly _tag: 'IdempotencyKeyInUse';
  /** Seconds after which to ask again. */
  readonly retryAfter: number;
};

/** The idempotency key belongs to another request. Nothing was done. */
export type IdempotencyKeyReused = { readonly _tag: 'IdempotencyKeyReused' };

/**
 * An earlier request with this idempotency key may have been done, so long ago that it cannot be repeated, and nothing shows
 * whether it was. An operator settles it; a new key could do the work twice.
 */
export type IdempotencyKeyInDoubt = {
  readonly _tag: 'IdempotencyKeyInDoubt';
  /** When the first request with the key came, Unix seconds. */
  readonly since: number;
};

/** The answer kept under the idempotency key was sealed with a secret that this process does not have. */
export type IdempotencySecretUnknown = { readonly _tag: 'IdempotencySecretUnknown' };

/** A defect: something threw that should not have. */
export type Unexpected = { readonly _tag: 'Unexpected'; readonly cause: unknown };

/** What a call of the processor can end in, besides its result. */
export type ProcessorError =
  | CardError
  | ProcessorRefused
  | ProcessorUnavailable
  | ProcessorFailed
  | ProcessorAuthenticationFailed
  | Unexpected;

/** What the verification of a webhook call can end in, besides its event. */
export type WebhookError =
  | WebhookSignatureMissing
  | WebhookSecretMissing
  | WebhookSignatureInvalid
  | WebhookPayloadInvalid;

/** What an idempotency key can be refused with. */
export type IdempotencyError =
  | InvalidIdempotencyKey
  | IdempotencyKeyInUse
  | IdempotencyKeyReused
  | IdempotencyKeyInDoubt
  | IdempotencySecretUnknown;

/** Everything that a use case can end in, besides its result. */
export type PaymentError =
  | MissingInput
  | InvalidInput
  | UnknownFields
  | ConflictingCursors
  | NotFound
  | EventDropped
  | ProcessorError
  | WebhookError
  | IdempotencyError
  | StoreUnavailable;
