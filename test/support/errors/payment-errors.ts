import type { PaymentError } from '../../../src/domain/payment-error.js';

type Sample<T extends PaymentError['_tag']> = Extract<PaymentError, { readonly _tag: T }>;

/** One of every member of the union: a new member does not compile until this table and the tests' tables have it. */
export const paymentErrors: { readonly [T in PaymentError['_tag']]: Sample<T> } = {
  MissingInput: {
    _tag: 'MissingInput',
    required: ['email', 'name', 'phone'],
    fields: ['email', 'name', 'phone'],
  },
  InvalidInput: {
    _tag: 'InvalidInput',
    field: 'amount',
    refusal: { _tag: 'NotPositive' },
  },
  UnknownFields: { _tag: 'UnknownFields', fields: [{ name: 'ammount', nearest: 'amount' }] },
  CardNumberInText: { _tag: 'CardNumberInText', fields: ['description', 'metadata.note'] },
  PaymentTooLarge: { _tag: 'PaymentTooLarge', largest: 100_000, given: 150_000, currency: 'eur' },
  RefundTooLarge: {
    _tag: 'RefundTooLarge',
    per: 'refund',
    largest: 5000,
    given: 5001,
    before: 0,
    currency: null,
  },
  ConflictingCursors: { _tag: 'ConflictingCursors' },
  NotFound: { _tag: 'NotFound', resource: 'customer' },
  CardError: {
    _tag: 'CardError',
    message: 'Your card has insufficient funds.',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    param: null,
    charge: 'ch_1',
    payment_intent: 'pi_1',
  },
  ProcessorRefused: {
    _tag: 'ProcessorRefused',
    status: 429,
    message: 'Too many requests',
    code: 'rate_limit',
    param: null,
  },
  ProcessorUnavailable: {
    _tag: 'ProcessorUnavailable',
    outcome: 'unknown',
    cause: new Error('socket hang up'),
  },
  ProcessorFailed: { _tag: 'ProcessorFailed', status: 502, cause: new Error('bad gateway') },
  ProcessorAuthenticationFailed: {
    _tag: 'ProcessorAuthenticationFailed',
    cause: new Error('Invalid API Key provided'),
  },
  UnsupportedOperation: {
    _tag: 'UnsupportedOperation',
    operation: 'createPaymentIntent',
    feature: 'confirmOnCreation',
    field: 'confirm',
  },
  WebhookSignatureMissing: { _tag: 'WebhookSignatureMissing' },
  WebhookSecretMissing: { _tag: 'WebhookSecretMissing' },
  WebhookSignatureInvalid: { _tag: 'WebhookSignatureInvalid', detail: 'too old' },
  WebhookPayloadInvalid: { _tag: 'WebhookPayloadInvalid' },
  EventDropped: { _tag: 'EventDropped' },
  InvalidIdempotencyKey: { _tag: 'InvalidIdempotencyKey' },
  IdempotencyKeyInUse: { _tag: 'IdempotencyKeyInUse', retry_after: 1 },
  IdempotencyKeyReused: { _tag: 'IdempotencyKeyReused' },
  IdempotencyKeyInDoubt: { _tag: 'IdempotencyKeyInDoubt', since: 1_700_000_000 },
  IdempotencySecretUnknown: { _tag: 'IdempotencySecretUnknown' },
  StoreUnavailable: { _tag: 'StoreUnavailable', cause: new Error('disk full') },
  Unexpected: { _tag: 'Unexpected', cause: new Error('a defect') },
};
