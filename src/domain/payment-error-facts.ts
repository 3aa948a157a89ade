import {
  adviceText,
  describeMissingInput,
  describeMixedIds,
  describeRefusal,
  describeUnknownFields,
  refundTooLarge,
  resourceName,
} from './english-texts.js';
import { type Fact, factOf } from './fact.js';
import { isObject } from './input/json.js';
import { isoOfSeconds } from './input/moment.js';
import { amountText } from './money/amount-text.js';
import type { PaymentError } from './payment-error.js';
import { decisionOf } from './processor-decision.js';
import { redact } from './text/redact.js';

/** Whether the work of a failed request may have been done (decision E15). */
export type Outcome = 'not_done' | 'unknown';

/**
 * The part that an error is about. `input`: the call is wrong, so change it. `card`: the customer needs another card. `processor`: the
 * processor refused or failed, or Pasarela met a defect. `store`: the store, or an earlier request with the idempotency key that it
 * keeps. `access`: the caller may not do this.
 */
export type PaymentErrorKind = 'input' | 'card' | 'processor' | 'store' | 'access';

type Facts = {
  /** The machine-readable code; `null`: it has none. */
  readonly code: string | null;
  /** Whether the work may have been done; `undefined`: Pasarela or the processor refused the request. */
  readonly outcome: Outcome | undefined;
  /**
   * The end of the request's idempotency key: the error is kept as its answer, the key is forgotten, or its outcome is
   * unknown. Only decisions of the processor are kept (decision I6).
   */
  readonly key: 'keep' | 'forget' | 'in_doubt';
  /**
   * The error's form when an earlier request with the key may have done the work: it stays, the outcome is unknown, or the
   * key is in doubt if there certainly was an earlier request.
   */
  readonly repeated: 'same' | 'unknown' | 'in_doubt';
  /** A text for developers: what happened, and what to do. The processor's own texts are unchanged. */
  readonly english: string;
};

type Row<E> = { readonly kind: PaymentErrorKind } & {
  readonly [F in keyof Facts]: Fact<E, Facts[F]>;
};

type Tag = PaymentError['_tag'];

type RowOf<T extends Tag> = Row<Extract<PaymentError, { readonly _tag: T }>>;

// The decline codes that the interface promises in `code` (interface, section 7).
const promised: ReadonlySet<string> = new Set([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
]);

// This version refused the request before sending it. An earlier version of Pasarela may have sent it.
const wrongInput = { outcome: undefined, key: 'forget', repeated: 'in_doubt' } as const;

const refused = { outcome: undefined, key: 'forget', repeated: 'same' } as const;

const inDoubt = { outcome: 'unknown', key: 'in_doubt', repeated: 'same' } as const;

type Rows = { readonly [T in Tag]: RowOf<T> };

// So that the type of an error knows its kind.
const withKinds = <const R extends Rows>(written: R): R => written;

const facts = withKinds({
  MissingInput: {
    kind: 'input',
    ...wrongInput,
    code: 'missing_fields',
    english: describeMissingInput,
  },
  InvalidInput: {
    kind: 'input',
    ...wrongInput,
    code: ({ refusal }) =>
      refusal._tag === 'UnknownCursor' ? 'resource_missing' : 'invalid_field',
    english: ({ field, refusal }) => describeRefusal(field, refusal),
  },
  UnknownFields: {
    kind: 'input',
    ...wrongInput,
    code: 'unknown_field',
    english: describeUnknownFields,
  },
  CardNumberInText: {
    kind: 'input',
    ...wrongInput,
    code: 'card_number_in_text',
    english: ({ fields }) =>
      `A card number stands in ${fields.join(', ')}: do not write card numbers into texts or metadata, but tokenize the card`,
  },
  PaymentTooLarge: {
    kind: 'access',
    ...wrongInput,
    code: 'payment_too_large',
    english: ({ given, largest, currency }) =>
      `The payment of ${amountText(given, currency)} is larger than the ceiling of ${amountText(largest, currency)}`,
  },
  RefundTooLarge: {
    kind: 'access',
    ...wrongInput,
    code: 'refund_too_large',
    english: (error) => refundTooLarge('The caller', error),
  },
  ConflictingCursors: {
    kind: 'input',
    ...wrongInput,
    code: 'invalid_field',
    english: 'starting_after and ending_before cannot be used together: pass one of them',
  },
  NotFound: {
    kind: 'input',
    code: 'resource_missing',
    outcome: undefined,
    key: ({ resource }) => (resource === 'event' ? 'forget' : 'keep'),
    repeated: 'same',
    english: ({ resource, given }) =>
      given === undefined
        ? `${resourceName[resource]} not found: check the id; it may have been deleted`
        : `${resourceName[resource]} not found. ${describeMixedIds(resource, given)}`,
  },
  EventDropped: {
    kind: 'input',
    ...refused,
    code: 'event_dropped',
    english: 'The event cannot be replayed: its payload was erased',
  },
  CardError: {
    kind: 'card',
    code: ({ code, decline_code }) =>
      decline_code !== null && promised.has(decline_code) ? decline_code : code,
    outcome: undefined,
    key: 'keep',
    repeated: 'same',
    english: ({ message }) => message,
  },
  ProcessorRefused: {
    kind: 'processor',
    code: ({ code }) => code ?? 'invalid_request_error',
    outcome: (error) => (decisionOf(error) === 'undecided' ? 'unknown' : undefined),
    key: (error) =>
      (({ final: 'keep', turned_away: 'forget', undecided: 'in_doubt' }) as const)[
        decisionOf(error)
      ],
    repeated: (error) => (decisionOf(error) === 'final' ? 'same' : 'unknown'),
    english: ({ message, advice, holds }) =>
      [
        message,
        ...(advice === undefined ? [] : [adviceText[advice]]),
        ...(holds === undefined
          ? []
          : [
              `Nothing was changed: the payment is of ${amountText(holds.amount, holds.currency)} (${holds.status}).`,
            ]),
      ].join(' '),
  },
  ProcessorUnavailable: {
    kind: 'processor',
    code: 'processor_unavailable',
    outcome: ({ outcome }) => outcome,
    key: ({ outcome }) => (outcome === 'not_done' ? 'forget' : 'in_doubt'),
    repeated: 'unknown',
    english: ({ outcome }) =>
      outcome === 'not_done'
        ? 'The payment processor is unavailable and nothing was done: try again'
        : 'The payment processor did not respond, so the operation may have been done: repeat it with the same idempotency key, or look it up, but never use a new key',
  },
  ProcessorFailed: {
    kind: 'processor',
    ...inDoubt,
    code: null,
    english: ({ status }) =>
      `The payment processor failed with status ${status}, so the operation may have been done: repeat it with the same idempotency key, or look it up, but never use a new key`,
  },
  ProcessorAuthenticationFailed: {
    kind: 'processor',
    code: 'processor_authentication_failed',
    outcome: 'not_done',
    key: 'forget',
    repeated: 'unknown',
    english: 'The payment processor rejected the secret key, and nothing was done: check the key',
  },
  UnsupportedOperation: {
    kind: 'processor',
    code: 'unsupported_operation',
    outcome: 'not_done',
    key: 'forget',
    // With other features, an earlier version of the adapter may have sent the request.
    repeated: 'in_doubt',
    english: ({ operation, feature, field }) =>
      `${field === undefined ? operation : `${operation} with ${field}`} is not available with this processor, which lacks the feature ${feature}`,
  },
  WebhookSignatureMissing: {
    kind: 'access',
    ...refused,
    code: 'webhook_signature_missing',
    english: ({ header }) =>
      header === undefined
        ? 'The webhook call has no signature: pass its processor-signature or stripe-signature header as signature'
        : `The webhook call has no signature: pass its headers, with ${header}`,
  },
  WebhookSecretMissing: {
    kind: 'access',
    ...refused,
    code: null,
    outcome: 'not_done',
    english: 'The webhook call cannot be verified without a signing secret: set webhookSecrets',
  },
  WebhookSignatureInvalid: {
    kind: 'access',
    ...refused,
    code: 'webhook_signature_invalid',
    english: ({ detail }) => `Webhook signature verification failed: ${detail}`,
  },
  WebhookPayloadInvalid: {
    kind: 'access',
    ...refused,
    code: 'webhook_payload_invalid',
    english: ({ detail }) =>
      `The body of the webhook call is not an event of the processor, although its signature is valid${detail === undefined ? '' : `: ${detail}`}`,
  },
  InvalidIdempotencyKey: {
    kind: 'input',
    ...refused,
    code: 'invalid_idempotency_key',
    english: 'The idempotency key must be 1 to 255 printable ASCII characters',
  },
  IdempotencyKeyInUse: {
    kind: 'store',
    ...refused,
    code: 'idempotency_key_in_use',
    outcome: 'unknown',
    english: ({ retry_after }) =>
      `Another request with this idempotency key is still running: repeat this one after ${retry_after} s`,
  },
  IdempotencyKeyReused: {
    kind: 'input',
    ...refused,
    code: 'idempotency_key_reuse',
    english: 'This idempotency key was used for a different request: use a new key',
  },
  IdempotencyKeyInDoubt: {
    kind: 'store',
    ...inDoubt,
    code: 'idempotency_key_in_doubt',
    english: ({ since }) =>
      `The first request with this idempotency key, of ${isoOfSeconds(since)}, may have been done: do not repeat it with another key; look up the payment, or have an operator settle the key`,
  },
  IdempotencySecretUnknown: {
    kind: 'store',
    ...inDoubt,
    code: 'idempotency_secret_unknown',
    english:
      'The response stored for this idempotency key cannot be decrypted: add the previous secret to the idempotency secrets, and do not repeat the request with another key',
  },
  StoreUnavailable: {
    kind: 'store',
    code: 'store_unavailable',
    outcome: ({ outcome }) => outcome ?? 'not_done',
    key: 'in_doubt',
    repeated: 'in_doubt',
    english: ({ outcome }) =>
      outcome === undefined
        ? 'The store is unavailable and nothing was done: try again'
        : 'The store is unavailable, and an earlier request with this idempotency key may have been done: repeat it with the same key',
  },
  Unexpected: {
    kind: 'processor',
    ...inDoubt,
    code: null,
    english: 'An unexpected error occurred, so the operation may have been done: see the cause',
  },
});

const rows: Rows = facts;

const rowOf = <T extends Tag>(tag: T): RowOf<T> => rows[tag];

/** Whether a value is one of these errors by its tag. What an adapter in JavaScript returns may be anything. */
export const isKnownError = (value: unknown): value is PaymentError =>
  isObject(value) && Object.hasOwn(rows, String(Reflect.get(value, '_tag')));

/** The kind of the error with this tag. */
export type KindOf<T extends Tag> = (typeof facts)[T]['kind'];

/** The kind of an error. */
export const paymentErrorKind = ({ _tag }: PaymentError): PaymentErrorKind => rows[_tag].kind;

/** The error's machine-readable code; `null` when it has none. */
export const paymentErrorCode = (error: PaymentError): string | null =>
  factOf(rowOf(error._tag).code, error);

/**
 * Whether the work of a request that ended in this error may have been done; `undefined` when Pasarela or the processor
 * refused the request.
 */
export const outcomeOf = (error: PaymentError): Outcome | undefined =>
  factOf(rowOf(error._tag).outcome, error);

/** The end of an idempotency key whose request ends with this error. */
export const keyDisposition = (error: PaymentError): Facts['key'] =>
  factOf(rowOf(error._tag).key, error);

/** The error's form when an earlier request with its idempotency key may have done the work. */
export const repeatedAs = (error: PaymentError): Facts['repeated'] =>
  factOf(rowOf(error._tag).repeated, error);

/**
 * A `PaymentError` in plain English: what happened, and what to do. The processor's own texts are unchanged, but for secrets.
 */
export const describePaymentError = (error: PaymentError): string =>
  redact(factOf(rowOf(error._tag).english, error));
