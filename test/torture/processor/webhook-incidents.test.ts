import { expect } from 'chai';
import { eventTypes } from '../../../src/simulator/engine/objects/event-types.js';
import { subjectOf } from '../../../src/torture/processor/webhook-incidents.js';

describe('the subject of a webhook', () => {
  const of = (subject: string) => eventTypes.filter((type) => subjectOf(type) === subject);

  it('is money that was taken', () => {
    expect(of('payment')).to.deep.equal([
      'charge.captured',
      'charge.succeeded',
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
    ]);
  });

  it('is a payment that failed', () => {
    expect(of('failure')).to.deep.equal([
      'charge.expired',
      'charge.failed',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
    ]);
  });

  it('is money that was given back', () => {
    expect(of('refund')).to.deep.equal([
      'charge.refund.updated',
      'charge.refunded',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ]);
  });
});
