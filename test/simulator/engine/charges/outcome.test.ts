import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { retrievedCharge } from '../../../adapters/outbound/memory/support/direct-charges.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const failedCharge = (shop: Shop, payment_method: string) => {
  const declined = shop.engine.call(engineOperations.createIntent, {
    amount: 2000,
    currency: 'eur',
    payment_method,
    confirm: true,
  });
  return retrievedCharge(shop, refusal(declined).charge ?? '');
};

describe('the outcome of a failed charge', () => {
  // Source: step 14 of recording 04; other declines as Stripe's own examples and other people's responses have them.
  for (const [payment_method, reason, seller_message] of [
    [
      'pm_card_visa_chargeDeclined',
      'generic_decline',
      'The bank did not return any further details with this decline.',
    ],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'insufficient_funds',
      'The bank returned the decline code `insufficient_funds`.',
    ],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      'incorrect_cvc',
      'The bank returned the decline code `incorrect_cvc`.',
    ],
  ] as const) {
    it(`names the reason ${reason}, and what the bank said`, () => {
      expect(failedCharge(openShop(), payment_method).outcome).to.include({
        network_status: 'declined_by_network',
        reason,
        seller_message,
        type: 'issuer_declined',
      });
    });
  }

  it('says that a charge of the highest risk was blocked, and no bank has seen it', () => {
    const shop = openShop();
    const charge = failedCharge(shop, 'pm_card_radarBlock');
    expect(charge.outcome).to.deep.equal({
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 75,
      rule: 'block_if_high_risk',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    });
    expect(charge.fraud_details).to.deep.equal({ stripe_report: 'fraudulent' });
    expect(charge.payment_method_details.card).to.include({
      amount_authorized: null,
      authorization_code: null,
      network_transaction_id: null,
    });
  });

  it('keeps what the processor reports when the merchant reports too', () => {
    const shop = openShop();
    const { id: charge } = failedCharge(shop, 'pm_card_radarBlock');
    const report = (user_report: 'safe' | '') =>
      right(
        shop.engine.call(engineOperations.updateCharge, { charge, fraud_details: { user_report } }),
      ).fraud_details;
    expect(report('safe')).to.deep.equal({ stripe_report: 'fraudulent', user_report: 'safe' });
    expect(report('')).to.deep.equal({ stripe_report: 'fraudulent' });
  });
});
