import { expect } from 'chai';
import { decideMethod } from '../../../../src/simulator/engine/methods/decide-method.js';
import { newInstrument } from '../../../../src/simulator/engine/methods/instrument.js';
import type { SimulatedMethodType } from '../../../../src/simulator/engine/objects/payment-method.js';

const decided = (
  type: SimulatedMethodType,
  attempt: Partial<Parameters<typeof decideMethod>[1]> = {},
) => {
  const face = { type, values: { last4: '3000' } };
  const of = { id: 'pm_1', kind: 'payment_method', face, created: 1, customer: null } as const;
  return decideMethod(newInstrument(of), {
    approved: false,
    manualCapture: false,
    failure: null,
    ...attempt,
  });
};

describe('a payment with a method that is not a card', () => {
  it('waits for the customer, where they must approve it', () => {
    const asks = { _tag: 'RequiresAction' };
    expect([decided('ideal'), decided('bizum')]).to.deep.equal([asks, asks]);
    expect(decided('ideal', { approved: true })).to.deep.equal({ _tag: 'Approved' });
    expect(decided('klarna', { approved: true, manualCapture: true })).to.deep.equal({
      _tag: 'Authorized',
    });
  });

  it('waits for the bank, where the bank answers days later', () => {
    expect(decided('sepa_debit')).to.have.property('_tag', 'Processing');
  });

  it('is declined by a planned failure, before the customer is asked', () => {
    for (const type of ['ideal', 'sepa_debit'] as const) {
      const declined = decided(type, { failure: { decline: 'insufficient_funds' } });
      expect(declined).to.deep.include({ _tag: 'Declined', charged: true });
      expect(declined).to.have.nested.property('decline.decline_code', 'insufficient_funds');
    }
  });

  it('stays in processing by a planned failure, after the customer has approved', () => {
    const failure = 'processing';
    expect(decided('ideal', { failure })).to.deep.equal({ _tag: 'RequiresAction' });
    for (const type of ['ideal', 'sepa_debit'] as const) {
      const decision = decided(type, { approved: true, failure });
      expect(decision).to.deep.equal({ _tag: 'Processing' });
    }
  });
});
