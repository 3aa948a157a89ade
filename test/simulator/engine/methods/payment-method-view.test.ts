import { expect } from 'chai';
import { newInstrument } from '../../../../src/simulator/engine/methods/instrument.js';
import { toSource } from '../../../../src/simulator/engine/methods/payment-method-view.js';

it('a payment method that is not a card cannot be shown as the card of a customer', () => {
  const face = { type: 'bizum', values: {} } as const;
  const of = { id: 'pm_1', kind: 'payment_method', face, created: 1, customer: null } as const;
  expect(() => toSource(newInstrument(of))).to.throw('pm_1 is not a card');
});
