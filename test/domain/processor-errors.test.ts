import { expect } from 'chai';
import { missingAsNotFound } from '../../src/application/missing-as-not-found.js';
import { keyDisposition, outcomeOf } from '../../src/domain/payment-error-facts.js';
import { processorErrors } from '../../src/domain/processor-errors.js';

const message = 'Su tarjeta ha sido rechazada';

describe('the errors of a processor', () => {
  it('have the facts that were given, and null for the others', () => {
    expect(processorErrors.cardError({ message, decline_code: 'lost_card' })).to.deep.equal({
      _tag: 'CardError',
      message,
      code: 'card_declined',
      decline_code: 'lost_card',
      param: null,
      charge: null,
      payment_intent: null,
    });
    expect(processorErrors.refused({ message, status: 422 })).to.deep.equal({
      _tag: 'ProcessorRefused',
      status: 422,
      message,
      code: null,
      param: null,
    });
    expect(processorErrors.unavailable({ outcome: 'unknown', cause: null })).to.deep.equal({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
      cause: null,
    });
    expect(processorErrors.failed({ cause: null })).to.deep.equal({
      _tag: 'ProcessorFailed',
      status: 500,
      cause: null,
    });
    expect(processorErrors.authenticationFailed({ cause: null })).to.deep.equal({
      _tag: 'ProcessorAuthenticationFailed',
      cause: null,
    });
    expect(processorErrors.unexpected(message)).to.deep.equal({
      _tag: 'Unexpected',
      cause: message,
    });
  });

  it('end in NotFound for an object that is missing', () => {
    const error = processorErrors.notFound({ message, param: 'customer' });
    expect(missingAsNotFound('customer')(error)).to.deep.equal({
      _tag: 'NotFound',
      resource: 'customer',
    });
  });

  it('say what becomes of an idempotency key', () => {
    const { refused, keyReused, unavailable, failed } = processorErrors;
    const cause = null;
    expect(
      [
        refused({ message }),
        refused({ message, decision: 'turned_away' }),
        keyReused({ message }),
        unavailable({ outcome: 'not_done', cause }),
        unavailable({ outcome: 'unknown', cause }),
        failed({ cause }),
      ].map((error) => [keyDisposition(error), outcomeOf(error)]),
    ).to.deep.equal([
      ['keep', undefined],
      ['forget', undefined],
      ['keep', undefined],
      ['forget', 'not_done'],
      ['in_doubt', 'unknown'],
      ['in_doubt', 'unknown'],
    ]);
  });
});
