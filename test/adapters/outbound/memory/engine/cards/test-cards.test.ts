import { expect } from 'chai';
import { testCards } from '../../../../../../src/adapters/outbound/memory/engine/cards/test-cards.js';
import {
  controls,
  engineOperations,
} from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import { isLuhnValid } from '../../../../../../src/domain/card.js';
import { cardWithNumber, outcomeOf } from '../../support/card-payments.js';
import { eventTypes, openShop, type Shop } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

/** Pays with an unattached payment method, so that the bank first sees the card when it is charged. */
const pay = ({ engine }: Shop, number: string, extra: object = {}) => {
  const { id } = right(
    engine.call(engineOperations.createPaymentMethod, {
      type: 'card',
      card: cardWithNumber(number),
    }),
  );
  return engine.call(engineOperations.createIntent, {
    amount: 1000,
    currency: 'eur',
    payment_method: id,
    confirm: true,
    ...extra,
  });
};

// number, brand, funding, outcome when attached, outcome when charged
const rows: ReadonlyArray<readonly [string, string, string, string, string]> = [
  ['4242424242424242', 'Visa', 'credit', 'ok', 'succeeded'],
  ['4000056655665556', 'Visa', 'debit', 'ok', 'succeeded'],
  ['5555555555554444', 'MasterCard', 'credit', 'ok', 'succeeded'],
  ['2223003122003222', 'MasterCard', 'credit', 'ok', 'succeeded'],
  ['5200828282828210', 'MasterCard', 'debit', 'ok', 'succeeded'],
  ['5105105105105100', 'MasterCard', 'prepaid', 'ok', 'succeeded'],
  ['378282246310005', 'American Express', 'credit', 'ok', 'succeeded'],
  ['371449635398431', 'American Express', 'credit', 'ok', 'succeeded'],
  ['6011111111111117', 'Discover', 'credit', 'ok', 'succeeded'],
  ['4000000000000002', 'Visa', 'credit', 'card_declined', '402 card_declined generic_decline'],
  ['4000000000009995', 'Visa', 'credit', 'card_declined', '402 card_declined insufficient_funds'],
  ['4000000000009987', 'Visa', 'credit', 'card_declined', '402 card_declined lost_card'],
  ['4000000000009979', 'Visa', 'credit', 'card_declined', '402 card_declined stolen_card'],
  ['4000000000000069', 'Visa', 'credit', 'expired_card', '402 expired_card'],
  ['4000000000000127', 'Visa', 'credit', 'incorrect_cvc', '402 incorrect_cvc'],
  ['4000000000000119', 'Visa', 'credit', 'ok', '402 processing_error'],
  ['4100000000000019', 'Visa', 'credit', 'ok', '402 card_declined fraudulent'],
  ['4000000000000341', 'Visa', 'credit', 'ok', '402 card_declined generic_decline'],
  ['4000002500003155', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000002760003184', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000000000003220', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000000000003063', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000008400001629', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000008260003178', 'Visa', 'credit', 'ok', 'requires_action'],
  ['4000000000003055', 'Visa', 'credit', 'ok', 'succeeded'],
  ['4000000000000101', 'Visa', 'credit', 'ok', 'succeeded'],
  ['4000000000000259', 'Visa', 'credit', 'ok', 'succeeded'],
  ['4000000000007726', 'Visa', 'credit', 'ok', 'succeeded'],
  ['4000000000005126', 'Visa', 'credit', 'ok', 'succeeded'],
];

describe('test cards', () => {
  it('are all in this table, and all numbers pass Luhn', () => {
    const numbers = Object.values(testCards).map(({ number }) => number);
    expect(numbers).to.have.members(rows.map(([number]) => number));
    expect(numbers.filter((number) => !isLuhnValid(number))).to.deep.equal([]);
  });

  for (const [number, brand, funding, attach, charge] of rows) {
    it(`${number}: ${brand} ${funding}, attach ${attach}, charge ${charge}`, () => {
      const shop = openShop();
      const { engine, customer } = shop;
      const token = right(
        engine.call(engineOperations.createToken, { card: cardWithNumber(number) }),
      );
      expect(token.card).to.include({ brand, funding, last4: number.slice(-4) });
      const attached = engine.call(engineOperations.createSource, { customer, source: token.id });
      if (attach === 'ok') {
        expect(right(attached)).to.include({ id: token.card.id, customer });
      } else {
        expect(refusal(attached)).to.include({ status: 402, type: 'card_error', code: attach });
        expect(refusal(attached)).not.to.have.property('charge');
      }
      expect(outcomeOf(pay(shop, number))).to.equal(charge);
    });
  }

  it('the card shows a failed check', () => {
    const { engine, customer } = openShop();
    const { id } = right(
      engine.call(engineOperations.createToken, { card: cardWithNumber('4000000000000101') }),
    );
    const card = right(engine.call(engineOperations.createSource, { customer, source: id }));
    expect(card.cvc_check).to.equal('fail');
  });

  it('a disputed charge is marked, and cannot be refunded', () => {
    const shop = openShop();
    let charge = '';
    const types = eventTypes(shop.engine, () => {
      charge = right(pay(shop, '4000000000000259')).latest_charge ?? '';
    });
    expect(types).to.deep.equal([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
      'charge.dispute.created',
    ]);
    expect(right(shop.engine.call(engineOperations.retrieveCharge, { charge })).disputed).to.equal(
      true,
    );
    const refused = refusal(shop.engine.call(engineOperations.createRefund, { charge }));
    expect(refused).to.include({
      status: 400,
      code: 'charge_disputed',
      message: `Charge ${charge} has been charged back; cannot issue a refund.`,
    });
    expect(refused).not.to.have.property('param');
  });

  for (const [number, after] of [
    ['4000002760003184', 'succeeded'],
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ] as const) {
    it(`${number} after its challenge: ${after}`, () => {
      const shop = openShop();
      const { id } = right(pay(shop, number));
      const intent = right(shop.engine.control(controls.completeChallenge, { payment_intent: id }));
      expect(intent.last_payment_error?.decline_code ?? intent.status).to.equal(after);
      expect(intent.next_action).to.equal(null);
      expect(intent.latest_charge).to.be.a('string');
    });
  }

  it('off session, a required challenge is a decline, unless the card is set up', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const number = '4000002500003155';
    expect(outcomeOf(pay(shop, number, { off_session: true }))).to.equal(
      '402 authentication_required authentication_required',
    );
    const token = right(
      engine.call(engineOperations.createToken, { card: cardWithNumber(number) }),
    );
    const card = right(engine.call(engineOperations.createSource, { customer, source: token.id }));
    const charge = (extra: object) =>
      engine.call(engineOperations.createIntent, {
        amount: 1000,
        currency: 'eur',
        customer,
        payment_method: card.id,
        confirm: true,
        ...extra,
      });
    const first = right(charge({ setup_future_usage: 'off_session' }));
    right(engine.control(controls.completeChallenge, { payment_intent: first.id }));
    expect(right(charge({ off_session: true })).status).to.equal('succeeded');
  });

  it('a merchant can refuse every challenge, or request every possible one', () => {
    const shop = openShop();
    const refused = pay(shop, '4000002760003184', { error_on_requires_action: true });
    expect(outcomeOf(refused)).to.equal('402 authentication_required authentication_required');
    expect(refusal(refused)).not.to.have.property('charge');
    const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    expect(outcomeOf(pay(shop, '4000000000003055', asked))).to.equal('requires_action');
  });
});
