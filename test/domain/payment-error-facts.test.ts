import { expect } from 'chai';
import type { PaymentError } from '../../src/domain/payment-error.js';
import {
  describePaymentError,
  keyDisposition,
  type Outcome,
  outcomeOf,
  type PaymentErrorKind,
  paymentErrorCode,
  paymentErrorKind,
  repeatedAs,
} from '../../src/domain/payment-error-facts.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

type Facts = {
  readonly kind: PaymentErrorKind;
  readonly code: string | null;
  readonly outcome: Outcome | undefined;
  readonly key: 'keep' | 'forget' | 'in_doubt';
  readonly repeated: 'same' | 'unknown' | 'in_doubt';
  readonly english: string;
};

const table: { readonly [T in PaymentError['_tag']]: Facts } = {
  MissingInput: {
    kind: 'input',
    code: 'missing_fields',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english: 'email, name and phone are required, and at least one of them is missing or blank',
  },
  InvalidInput: {
    kind: 'input',
    code: 'invalid_field',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english: 'amount must be a number greater than 0',
  },
  UnknownFields: {
    kind: 'input',
    code: 'unknown_field',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english: 'Unknown field: ammount (did you mean amount?)',
  },
  CardNumberInText: {
    kind: 'input',
    code: 'card_number_in_text',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english:
      'A card number stands in description, metadata.note: do not write card numbers into texts or metadata, but tokenize the card',
  },
  PaymentTooLarge: {
    kind: 'access',
    code: 'payment_too_large',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english: 'The payment of 1500.00 EUR is larger than the ceiling of 1000.00 EUR',
  },
  RefundTooLarge: {
    kind: 'access',
    code: 'refund_too_large',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english:
      'The caller may refund at most 5000 minor units at once, and this refund is 5001 minor units',
  },
  ConflictingCursors: {
    kind: 'input',
    code: 'invalid_field',
    outcome: undefined,
    key: 'forget',
    repeated: 'in_doubt',
    english: 'starting_after and ending_before cannot be used together: pass one of them',
  },
  NotFound: {
    kind: 'input',
    code: 'resource_missing',
    outcome: undefined,
    key: 'keep',
    repeated: 'same',
    english: 'Customer not found: check the id; it may have been deleted',
  },
  CardError: {
    kind: 'card',
    code: 'insufficient_funds',
    outcome: undefined,
    key: 'keep',
    repeated: 'same',
    english: 'Your card has insufficient funds.',
  },
  ProcessorRefused: {
    kind: 'processor',
    code: 'rate_limit',
    outcome: undefined,
    key: 'forget',
    repeated: 'unknown',
    english: 'Too many requests',
  },
  ProcessorUnavailable: {
    kind: 'processor',
    code: 'processor_unavailable',
    outcome: 'unknown',
    key: 'in_doubt',
    repeated: 'unknown',
    english:
      'The payment processor did not respond, so the operation may have been done: repeat it with the same idempotency key, or look it up, but never use a new key',
  },
  ProcessorFailed: {
    kind: 'processor',
    code: null,
    outcome: 'unknown',
    key: 'in_doubt',
    repeated: 'same',
    english:
      'The payment processor failed with status 502, so the operation may have been done: repeat it with the same idempotency key, or look it up, but never use a new key',
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
    repeated: 'in_doubt',
    english:
      'createPaymentIntent with confirm is not available with this processor, which lacks the feature confirmOnCreation',
  },
  WebhookSignatureMissing: {
    kind: 'access',
    code: 'webhook_signature_missing',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english:
      'The webhook call has no signature: pass its processor-signature or stripe-signature header as signature',
  },
  WebhookSecretMissing: {
    kind: 'access',
    code: null,
    outcome: 'not_done',
    key: 'forget',
    repeated: 'same',
    english: 'The webhook call cannot be verified without a signing secret: set webhookSecrets',
  },
  WebhookSignatureInvalid: {
    kind: 'access',
    code: 'webhook_signature_invalid',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english: 'Webhook signature verification failed: too old',
  },
  WebhookPayloadInvalid: {
    kind: 'access',
    code: 'webhook_payload_invalid',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english:
      'The body of the webhook call is not an event of the processor, although its signature is valid',
  },
  InvalidIdempotencyKey: {
    kind: 'input',
    code: 'invalid_idempotency_key',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english: 'The idempotency key must be 1 to 255 printable ASCII characters',
  },
  EventDropped: {
    kind: 'input',
    code: 'event_dropped',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english: 'The event cannot be replayed: its payload was erased',
  },
  IdempotencyKeyInUse: {
    kind: 'store',
    code: 'idempotency_key_in_use',
    outcome: 'unknown',
    key: 'forget',
    repeated: 'same',
    english:
      'Another request with this idempotency key is still running: repeat this one after 1 s',
  },
  IdempotencyKeyReused: {
    kind: 'input',
    code: 'idempotency_key_reuse',
    outcome: undefined,
    key: 'forget',
    repeated: 'same',
    english: 'This idempotency key was used for a different request: use a new key',
  },
  IdempotencyKeyInDoubt: {
    kind: 'store',
    code: 'idempotency_key_in_doubt',
    outcome: 'unknown',
    key: 'in_doubt',
    repeated: 'same',
    english:
      'The first request with this idempotency key, of 2023-11-14T22:13:20.000Z, may have been done: do not repeat it with another key; look up the payment, or have an operator settle the key',
  },
  IdempotencySecretUnknown: {
    kind: 'store',
    code: 'idempotency_secret_unknown',
    outcome: 'unknown',
    key: 'in_doubt',
    repeated: 'same',
    english:
      'The response stored for this idempotency key cannot be decrypted: add the previous secret to the idempotency secrets, and do not repeat the request with another key',
  },
  StoreUnavailable: {
    kind: 'store',
    code: 'store_unavailable',
    outcome: 'not_done',
    key: 'in_doubt',
    repeated: 'in_doubt',
    english: 'The store is unavailable and nothing was done: try again',
  },
  Unexpected: {
    kind: 'processor',
    code: null,
    outcome: 'unknown',
    key: 'in_doubt',
    repeated: 'same',
    english: 'An unexpected error occurred, so the operation may have been done: see the cause',
  },
};

describe('the facts of an error', () => {
  for (const error of Object.values(paymentErrors)) {
    it(`are those of ${error._tag}`, () => {
      expect({
        kind: paymentErrorKind(error),
        code: paymentErrorCode(error),
        outcome: outcomeOf(error),
        key: keyDisposition(error),
        repeated: repeatedAs(error),
        english: describePaymentError(error),
      }).to.deep.equal(table[error._tag]);
    });
  }
});

describe('paymentErrorCode', () => {
  // Decision E4: the decline code when the interface promises it, else the processor's code.
  const cardErrors: ReadonlyArray<readonly [string | null, string | null, string | null]> = [
    ['card_declined', 'insufficient_funds', 'insufficient_funds'],
    ['card_declined', 'generic_decline', 'card_declined'],
    ['card_declined', 'lost_card', 'card_declined'],
    ['card_declined', 'stolen_card', 'card_declined'],
    ['card_declined', 'fraudulent', 'card_declined'],
    ['card_declined', null, 'card_declined'],
    ['expired_card', 'expired_card', 'expired_card'],
    ['incorrect_cvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['processing_error', 'processing_error', 'processing_error'],
    ['incorrect_number', null, 'incorrect_number'],
    ['authentication_required', 'authentication_required', 'authentication_required'],
    [null, null, null],
  ];
  for (const [code, decline_code, answered] of cardErrors) {
    it(`of a card error ${code} / ${decline_code} is ${answered}`, () => {
      expect(paymentErrorCode({ ...paymentErrors.CardError, code, decline_code })).to.equal(
        answered,
      );
    });
  }

  it('of a refusal without a code is invalid_request_error (decision E17)', () => {
    expect(paymentErrorCode({ ...paymentErrors.ProcessorRefused, code: null })).to.equal(
      'invalid_request_error',
    );
  });

  it('of a cursor that does not exist is resource_missing (decision P10)', () => {
    expect(
      paymentErrorCode({
        _tag: 'InvalidInput',
        field: 'starting_after',
        refusal: { _tag: 'UnknownCursor' },
      }),
    ).to.equal('resource_missing');
  });
});

describe('the message of a webhook call that cannot be read', () => {
  it('names the header that is missing, where it is known', () => {
    const message = describePaymentError({
      _tag: 'WebhookSignatureMissing',
      header: 'stripe-signature',
    });
    expect(message).to.equal(
      'The webhook call has no signature: pass its headers, with stripe-signature',
    );
  });

  it('says what is wrong with the event, where it is known', () => {
    const message = describePaymentError({ _tag: 'WebhookPayloadInvalid', detail: 'no id' });
    expect(message).to.match(/although its signature is valid: no id$/);
  });
});
