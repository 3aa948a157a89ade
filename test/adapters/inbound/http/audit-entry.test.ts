import { expect } from 'chai';
import { auditEntryOf, isFlood } from '../../../../src/adapters/inbound/http/audit-entry.js';
import type { RequestTrace } from '../../../../src/adapters/inbound/http/handle-request.js';
import type { HttpError } from '../../../../src/adapters/inbound/http/http-error.js';

const declined = {
  _tag: 'CardError',
  message: 'Your card was declined.',
  code: 'card_declined',
  decline_code: 'generic_decline',
  param: null,
  charge: null,
  payment_intent: null,
} as const;

const entryOf = (
  error: HttpError | undefined,
  trace: RequestTrace = {},
  asked: { readonly operation: string; readonly control?: string } = {
    operation: 'confirmPayment',
  },
) =>
  auditEntryOf({ ...asked, via: undefined }, trace, {
    requestId: undefined,
    address: '192.0.2.1',
    status: error === undefined ? 200 : 402,
    replayed: false,
    ...(error === undefined ? {} : { error }),
  });

describe('the audit entry of a request', () => {
  it('names the objects of a decline that has some', () => {
    expect(
      entryOf({ ...declined, charge: 'ch_1', payment_intent: 'pi_1', setup_intent: 'seti_1' }),
    ).to.include({
      code: 'card_declined',
      charge: 'ch_1',
      payment_intent: 'pi_1',
      setup_intent: 'seti_1',
    });
    expect(entryOf(declined)).to.not.have.any.keys('charge', 'payment_intent', 'setup_intent');
  });

  it('has the code of an error that has one', () => {
    expect(entryOf({ ...declined, code: null, decline_code: null })).to.not.have.property('code');
    expect(entryOf(undefined)).to.not.have.property('code');
  });

  it('names the object of the result, or else that of a control', () => {
    const control = { operation: 'controlProcessor', control: 'disputeCharge' };
    expect(entryOf(undefined, { input: { id: 'ch_1' } }, control)).to.include({ object: 'ch_1' });
    expect(entryOf(undefined, { input: { id: 'ch_1' } })).to.not.have.property('object');
    const result = { id: 'dp_1', status: 'won', amount: 1999, currency: 'eur' };
    expect(entryOf(undefined, { input: { id: 'ch_1' }, result }, control)).to.include({
      object: 'dp_1',
      object_status: 'won',
      amount: 1999,
      currency: 'eur',
    });
  });

  it('has the captured amount, and else the asked one', () => {
    const capture = { operation: 'capturePayment' };
    const result = { amount: 5000, amount_received: 1999 };
    expect(entryOf(undefined, { result }, capture)).to.include({ amount: 1999 });
    expect(entryOf(declined, { input: { amount_minor: 700, currency: 'usd' } })).to.include({
      amount: 700,
      currency: 'usd',
    });
    expect(entryOf(declined, { input: { amount: 'much' } })).to.not.have.property('amount');
  });
});

it('requests that are refused because they are too many are not audited', () => {
  expect([undefined, declined].map((error) => isFlood(error))).to.deep.equal([false, false]);
});
