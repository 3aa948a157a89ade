import type { ProcessorDecision } from './processor-decision.js';
import type { ProcessorFeature } from './processor-feature.js';
import type { FieldRefusal, Resource } from './refusal.js';

/** A required part of the input is absent, `null` or blank. `required` names all required parts. */
export type MissingInput = {
  readonly _tag: 'MissingInput';
  readonly required: ReadonlyArray<string>;
  /** Those that are missing. */
  readonly fields: ReadonlyArray<string>;
};

/** A field of the input is invalid. */
export type InvalidInput = {
  readonly _tag: 'InvalidInput';
  readonly field: string;
  readonly refusal: FieldRefusal;
};

/** The input has fields that the operation does not know. Nothing was done. */
export type UnknownFields = {
  readonly _tag: 'UnknownFields';
  /** `nearest`: the known field that was probably meant; `null` when no known name is close. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly nearest: string | null }>;
};

/** Texts of the input have card numbers, which may not be stored. Nothing was done. */
export type CardNumberInText = {
  readonly _tag: 'CardNumberInText';
  /** Their paths, such as `description` or `metadata.note`: never their values. */
  readonly fields: ReadonlyArray<string>;
};

/** The payment is larger than the caller may create. Nothing was done. */
export type PaymentTooLarge = {
  readonly _tag: 'PaymentTooLarge';
  /** In minor units of the currency, like `given`. */
  readonly largest: number;
  readonly given: number;
  /** Three letters, lower case. */
  readonly currency: string;
};

/** The caller may not refund that much. Nothing was done. */
export type RefundTooLarge = {
  readonly _tag: 'RefundTooLarge';
  /** `refund`: one refund is too large. `day`: the refunds of the client in this currency since midnight (UTC) would be. */
  readonly per: 'refund' | 'day';
  /** In minor units of the charge's currency, like `given` and `before`. */
  readonly largest: number;
  /** The amount of the refund: without one, everything that was left. */
  readonly given: number;
  /** The sum of the day without this refund. */
  readonly before: number;
  /** Three letters, lower case. `null`: it was not read. */
  readonly currency: string | null;
};

/** Both cursors of a list were given: only one can be used. */
export type ConflictingCursors = { readonly _tag: 'ConflictingCursors' };

/** The object does not exist or was deleted. */
export type NotFound = {
  readonly _tag: 'NotFound';
  readonly resource: Resource;
  /** The kind of object that the given id names, when its prefix is that of another kind. */
  readonly given?: Resource;
};

/** The bank declined the card, or its data are wrong (the processor's `card_error`). Nothing was charged or saved. */
export type CardError = {
  readonly _tag: 'CardError';
  /** The processor's own text. */
  readonly message: string;
  readonly code: string | null;
  /** The bank's reason, for example `insufficient_funds`. */
  readonly decline_code: string | null;
  readonly param: string | null;
  /** The failed charge, `ch_...`. */
  readonly charge: string | null;
  /** The intent, `pi_...`, which can still be paid with another card. */
  readonly payment_intent: string | null;
  /** The setup intent, `seti_...`, which can still save another card. Absent for an error that is not about a setup intent. */
  readonly setup_intent?: string;
};

/** The processor refused the request. Unless its `decision` is `undecided`, nothing was done. */
export type ProcessorRefused = {
  readonly _tag: 'ProcessorRefused';
  /** The processor's HTTP status, 4xx. */
  readonly status: number;
  /** The processor's own text. */
  readonly message: string;
  /** `idempotency_error`: the processor received this idempotency key with a different request before. */
  readonly code: string | null;
  readonly param: string | null;
  /** Absent: `final`, except for the statuses 409 (`undecided`) and 429 (`turned_away`). */
  readonly decision?: ProcessorDecision;
  /**
   * Set when the account does not allow the call. `tokenize_on_client`: tokenize the card in the browser.
   * `keep_payment_methods`: set `STRIPE_CARDS=payment_methods`, in the library the option `cards`.
   */
  readonly advice?: 'tokenize_on_client' | 'keep_payment_methods';
  /** After an update that came too late: the payment as it was when it was read afterwards. */
  readonly holds?: {
    /** In minor units, such as cents. */
    readonly amount: number;
    /** Three letters, lower case. */
    readonly currency: string;
    readonly status: string;
  };
};

/** The processor was unreachable or did not answer in time. With `outcome: 'unknown'` the work may have been done. */
export type ProcessorUnavailable = {
  readonly _tag: 'ProcessorUnavailable';
  readonly outcome: 'not_done' | 'unknown';
  /** Seconds to wait before trying again, when it is known. The request was not sent, to spare the processor. */
  readonly retry_after?: number;
  readonly cause: unknown;
};

/** The processor answered with a 5xx status: the work may have been done. */
export type ProcessorFailed = {
  readonly _tag: 'ProcessorFailed';
  readonly status: number;
  readonly cause: unknown;
};

/** The processor refused the service's secret key. Nothing was done. */
export type ProcessorAuthenticationFailed = {
  readonly _tag: 'ProcessorAuthenticationFailed';
  /** 403: the key is valid, but may not make this call. */
  readonly status?: 401 | 403;
  readonly cause: unknown;
};

/** A webhook call has no signature. */
export type WebhookSignatureMissing = {
  readonly _tag: 'WebhookSignatureMissing';
  /** The header that must have it. Default: `processor-signature`. */
  readonly header?: string;
};

/** No signing secret is configured, so webhook calls cannot be verified. */
export type WebhookSecretMissing = { readonly _tag: 'WebhookSecretMissing' };

/** The signature of a webhook call is invalid; `detail` says why. */
export type WebhookSignatureInvalid = {
  readonly _tag: 'WebhookSignatureInvalid';
  readonly detail: string;
};

/** A webhook call cannot be understood: its signature is valid, but its body is not an event. */
export type WebhookPayloadInvalid = {
  readonly _tag: 'WebhookPayloadInvalid';
  /** The part that cannot be understood. */
  readonly detail?: string;
};

/** The payload of the event was erased, so it cannot be handled again. */
export type EventDropped = { readonly _tag: 'EventDropped' };

/**
 * The store could not be read or written. `outcome: 'unknown'`: an earlier request with the idempotency key may have done the
 * work; absent: nothing was done.
 */
export type StoreUnavailable = {
  readonly _tag: 'StoreUnavailable';
  readonly outcome?: 'unknown';
  readonly cause: unknown;
};

/** An idempotency key that is not 1 to 255 printable ASCII characters. */
export type InvalidIdempotencyKey = { readonly _tag: 'InvalidIdempotencyKey' };

/** Another request with the same idempotency key is still running. Nothing was done for this one. */
export type IdempotencyKeyInUse = {
  readonly _tag: 'IdempotencyKeyInUse';
  /** Seconds to wait before repeating the request. */
  readonly retry_after: number;
};

/** The idempotency key was used for a different request. Nothing was done. */
export type IdempotencyKeyReused = { readonly _tag: 'IdempotencyKeyReused' };

/**
 * An earlier request with this idempotency key may have been done. It is too old to be repeated, and no evidence shows its
 * outcome. An operator must settle it; a request with a new key could do the work twice.
 */
export type IdempotencyKeyInDoubt = {
  readonly _tag: 'IdempotencyKeyInDoubt';
  /** When the first request with the key arrived, Unix seconds. */
  readonly since: number;
};

/** The answer stored for the idempotency key was encrypted with a secret that this process does not have. */
export type IdempotencySecretUnknown = { readonly _tag: 'IdempotencySecretUnknown' };

/** A defect: code threw an error that it should not throw. */
export type Unexpected = { readonly _tag: 'Unexpected'; readonly cause: unknown };

/**
 * The processor lacks a feature that the operation needs, or a field of its input. Nothing was done, and it never will be with this
 * processor.
 */
export type UnsupportedOperation = {
  readonly _tag: 'UnsupportedOperation';
  /** The name of the operation, or of the function of the port. */
  readonly operation: string;
  /** The feature that is missing. */
  readonly feature: ProcessorFeature;
  /** The field that needs it. Absent: the operation itself needs it. */
  readonly field?: string;
};

/** The errors of a call to the processor. */
export type ProcessorError =
  | CardError
  | ProcessorRefused
  | ProcessorUnavailable
  | ProcessorFailed
  | ProcessorAuthenticationFailed
  | UnsupportedOperation
  | Unexpected;

/** The errors of the verification of a webhook call. */
export type WebhookError =
  | WebhookSignatureMissing
  | WebhookSecretMissing
  | WebhookSignatureInvalid
  | WebhookPayloadInvalid;

/** The errors of a request with an idempotency key. */
export type IdempotencyError =
  | InvalidIdempotencyKey
  | IdempotencyKeyInUse
  | IdempotencyKeyReused
  | IdempotencyKeyInDoubt
  | IdempotencySecretUnknown;

/** Every error that a use case can end in. */
export type PaymentError =
  | MissingInput
  | InvalidInput
  | UnknownFields
  | CardNumberInText
  | PaymentTooLarge
  | RefundTooLarge
  | ConflictingCursors
  | NotFound
  | EventDropped
  | ProcessorError
  | WebhookError
  | IdempotencyError
  | StoreUnavailable;
