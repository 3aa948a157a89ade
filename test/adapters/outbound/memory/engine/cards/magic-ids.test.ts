import { expect } from 'chai';
import {
  magicPaymentMethods,
  magicTokens,
} from '../../../../../../src/adapters/outbound/memory/engine/cards/magic-ids.js';
import {
  controls,
  engineOperations,
} from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import { outcomeOf } from '../../support/card-payments.js';
import { openShop } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

describe('magic ids', () => {
  const declinedAtAttach = new Set(['tok_chargeDeclined', 'tok_chargeDeclinedInsufficientFunds']);
  for (const token of magicTokens.keys()) {
    it(`${token} can be used any number of times`, () => {
      const { engine, customer } = openShop();
      const attach = () => engine.call(engineOperations.createSource, { customer, source: token });
      if (declinedAtAttach.has(token)) {
        expect(refusal(attach()).status).to.equal(402);
      } else {
        expect(right(attach()).id).not.to.equal(right(attach()).id);
      }
    });
  }

  const outcomes: { readonly [id: string]: string } = {
    pm_card_visa: 'succeeded',
    pm_card_mastercard: 'succeeded',
    pm_card_amex: 'succeeded',
    pm_card_visa_chargeDeclined: '402 card_declined generic_decline',
    pm_card_visa_chargeDeclinedInsufficientFunds: '402 card_declined insufficient_funds',
    pm_card_visa_chargeDeclinedLostCard: '402 card_declined lost_card',
    pm_card_visa_chargeDeclinedStolenCard: '402 card_declined stolen_card',
    pm_card_chargeDeclinedExpiredCard: '402 expired_card',
    pm_card_chargeDeclinedIncorrectCvc: '402 incorrect_cvc',
    pm_card_chargeDeclinedProcessingError: '402 processing_error',
    pm_card_chargeCustomerFail: '402 card_declined generic_decline',
    pm_card_authenticationRequired: 'requires_action',
    pm_card_authenticationRequiredOnSetup: 'requires_action',
    pm_card_threeDSecure2Required: 'requires_action',
    pm_card_threeDSecureRequired: 'requires_action',
    pm_card_threeDSecureOptional: 'succeeded',
    pm_card_pendingRefund: 'succeeded',
    pm_card_refundFail: 'succeeded',
    pm_card_createDispute: 'succeeded',
    pm_card_chargeDeclined: '402 card_declined generic_decline',
    pm_card_chargeDeclinedInsufficientFunds: '402 card_declined insufficient_funds',
    pm_card_chargeDeclinedLostCard: '402 card_declined lost_card',
    pm_card_chargeDeclinedStolenCard: '402 card_declined stolen_card',
  };
  it('are all in this table', () => {
    expect([...magicPaymentMethods.keys()]).to.have.members(Object.keys(outcomes));
  });
  for (const [id, expected] of Object.entries(outcomes)) {
    it(`${id} pays for a customer without being attached: ${expected}`, () => {
      const { engine, customer } = openShop();
      const intent = right(
        engine.call(engineOperations.createIntent, {
          amount: 1000,
          currency: 'eur',
          customer,
          payment_method: id,
        }),
      );
      expect(intent.payment_method).to.match(/^pm_[0-9A-Za-z]{24}$/);
      const confirmed = engine.call(engineOperations.confirmIntent, { payment_intent: intent.id });
      expect(outcomeOf(confirmed)).to.equal(expected);
    });
  }

  for (const [id, expected] of [
    ['pm_card_authenticationRequired', '402 authentication_required authentication_required'],
    ['pm_card_authenticationRequiredOnSetup', 'succeeded'],
  ] as const) {
    it(`${id}, set up for it, is charged off session: ${expected}`, () => {
      const { engine, customer } = openShop();
      const { id: payment_method } = right(
        engine.call(engineOperations.attachPaymentMethod, { payment_method: id, customer }),
      );
      const order = { amount: 1000, currency: 'eur', customer, payment_method, confirm: true };
      const charge = (details: object) =>
        engine.call(engineOperations.createIntent, { ...order, ...details });
      const first = right(charge({ setup_future_usage: 'off_session' }));
      right(engine.control(controls.completeChallenge, { payment_intent: first.id }));
      expect(outcomeOf(charge({ off_session: true }))).to.equal(expected);
    });
  }
});
