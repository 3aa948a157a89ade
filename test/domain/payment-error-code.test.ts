import { expect } from 'chai';
import type { PaymentError } from '../../src/domain/payment-error.js';
import { paymentErrorCode } from '../../src/domain/payment-error-code.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const codes: { readonly [T in PaymentError['_tag']]: string | null } = {
  MissingInput: null,
  InvalidInput: null,
  UnknownFields: 'unknown_field',
  CardNumberInText: 'card_number_in_text',
  PaymentTooLarge: 'payment_too_large',
  RefundTooLarge: 'refund_too_large',
  ConflictingCursors: null,
  NotFound: 'resource_missing',
  CardError: 'insufficient_funds',
  ProcessorRefused: 'rate_limit',
  ProcessorUnavailable: 'processor_unavailable',
  ProcessorFailed: null,
  ProcessorAuthenticationFailed: 'processor_authentication_failed',
  WebhookSignatureMissing: null,
  WebhookSecretMissing: null,
  WebhookSignatureInvalid: null,
  WebhookPayloadInvalid: null,
  InvalidIdempotencyKey: 'invalid_idempotency_key',
  EventDropped: 'event_dropped',
  IdempotencyKeyInUse: 'idempotency_key_in_use',
  IdempotencyKeyReused: 'idempotency_key_reuse',
  IdempotencyKeyInDoubt: 'idempotency_key_in_doubt',
  IdempotencySecretUnknown: 'idempotency_secret_unknown',
  StoreUnavailable: 'store_unavailable',
  Unexpected: null,
};

describe('paymentErrorCode', () => {
  for (const error of Object.values(paymentErrors)) {
    it(`of ${error._tag} is ${codes[error._tag]}`, () => {
      expect(paymentErrorCode(error)).to.equal(codes[error._tag]);
    });
  }

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
  for (const [code, declineCode, answered] of cardErrors) {
    it(`of a card error ${code} / ${declineCode} is ${answered}`, () => {
      expect(paymentErrorCode({ ...paymentErrors.CardError, code, declineCode })).to.equal(
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
