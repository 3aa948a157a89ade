import { expect } from 'chai';
import type { ChargeObject } from '../../../../src/simulator/engine/objects/charge.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { cardIn } from '../../../adapters/outbound/memory/support/card-in.js';
import { retrievedCharge } from '../../../adapters/outbound/memory/support/direct-charges.js';
import {
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const cardOf = (charge: ChargeObject) => cardIn(charge.payment_method_details);

const chargeOf = (shop: Shop, { latest_charge }: { readonly latest_charge: string | null }) =>
  retrievedCharge(shop, latest_charge ?? '');

const savedCard = ({ engine, customer }: Shop): string =>
  right(engine.call(engineOperations.createSource, { customer, source: 'tok_visa' })).id;

describe('the card of a charge', () => {
  it('shows the authorized amount, and what the network says about it', () => {
    const shop = openShop();
    const card = cardOf(chargeOf(shop, pay(shop)));
    expect(card).to.deep.include({
      amount_authorized: 2000,
      electronic_commerce_indicator: '07',
      overcapture: { maximum_amount_capturable: 2000, status: 'unavailable' },
    });
    expect(card.authorization_code).to.match(/^\d{6}$/);
    expect(card.network_transaction_id).to.match(/^\d{15}$/);
  });

  it('shows no authorized amount when the bank declines', () => {
    const shop = openShop();
    const declined = shop.engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      payment_method: 'pm_card_visa_chargeDeclined',
      confirm: true,
    });
    const failed = retrievedCharge(shop, refusal(declined).charge ?? '');
    expect(cardOf(failed)).to.include({ amount_authorized: null });
    expect(cardOf(failed).overcapture.maximum_amount_capturable).to.equal(2000);
  });

  it('shows the authorized amount once a payment in processing is approved', () => {
    const shop = openShop();
    shop.processor.controls.failNext({ on: 'createPaymentIntent', with: 'processing' });
    const intent = pay(shop);
    expect(cardOf(chargeOf(shop, intent)).amount_authorized).to.equal(null);
    shop.processor.controls.settle(intent.id);
    expect(cardOf(chargeOf(shop, intent)).amount_authorized).to.equal(2000);
  });

  it('shows that the customer has authenticated', () => {
    const shop = openShop();
    const intent = payWithNumber(shop, '4000000000003220');
    shop.processor.controls.completeChallenge(intent.id);
    const { latest_charge } = right(
      shop.engine.call(engineOperations.retrieveIntent, { payment_intent: intent.id }),
    );
    expect(cardOf(chargeOf(shop, { latest_charge }))).to.deep.include({
      electronic_commerce_indicator: '05',
    });
  });

  it('is shared by charges of the same card and amount, which saves memory', () => {
    const shop = openShop();
    const card = savedCard(shop);
    const details = (amount: number) =>
      chargeOf(shop, pay(shop, card, { amount })).payment_method_details;
    const [first, same, other] = [details(2000), details(2000), details(2001)];
    expect(same).to.equal(first);
    expect(other.card).to.include({
      amount_authorized: 2001,
      network_transaction_id: first.card?.network_transaction_id,
    });
    expect(other.card?.authorization_code).not.to.equal(first.card?.authorization_code);
  });
});

describe('the statement of the customer shows', () => {
  for (const [what, params, shown] of [
    ['the name of the account', {}, 'Stripe'],
    ['the descriptor of the payment', { statement_descriptor: 'HATS' }, 'HATS'],
    ['the suffix after the name', { statement_descriptor_suffix: 'HAT 1' }, 'Stripe* HAT 1'],
    [
      'at most 22 characters',
      { statement_descriptor_suffix: 'HATS AND GLOVES 1234' },
      'Stripe* HATS AND GLOVE',
    ],
  ] as const) {
    it(what, () => {
      const shop = openShop();
      const { calculated_statement_descriptor } = chargeOf(shop, pay(shop, 'pm_card_visa', params));
      expect(calculated_statement_descriptor).to.equal(shown);
    });
  }
});
