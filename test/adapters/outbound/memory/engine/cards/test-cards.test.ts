import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  magicPaymentMethods,
  magicTokens,
} from '../../../../../../src/adapters/outbound/memory/engine/cards/magic-ids.js';
import { testCards } from '../../../../../../src/adapters/outbound/memory/engine/cards/test-cards.js';
import {
  controls,
  operations,
} from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import { isLuhnValid } from '../../../../../../src/domain/card.js';
import { eventTypes, openShop, type Shop } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

const cardOf = (number: string) => ({
  number,
  exp_month: 12,
  exp_year: 2030,
  cvc: number.startsWith('3') ? '1234' : '123',
});

/** Pays with a payment method that belongs to nobody, so that the card is not seen before it is charged. */
const pay = ({ engine }: Shop, number: string, extra: object = {}) => {
  const { id } = right(
    engine.call(operations.createPaymentMethod, { type: 'card', card: cardOf(number) }),
  );
  return engine.call(operations.createIntent, {
    amount: 1000,
    currency: 'eur',
    payment_method: id,
    confirm: true,
    ...extra,
  });
};

/** What came of a payment: its status, or the code and decline code of its refusal. */
const outcome = (result: ReturnType<typeof pay>): string => {
  if (E.isRight(result)) return result.right.status;
  const { status, code, decline_code } = refusal(result);
  return [status, code, decline_code].filter((part) => part !== undefined).join(' ');
};

// number, brand, funding, at attach, at charge
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
      const token = right(engine.call(operations.createToken, { card: cardOf(number) }));
      expect(token.card).to.include({ brand, funding, last4: number.slice(-4) });
      const attached = engine.call(operations.createSource, { customer, source: token.id });
      if (attach === 'ok') {
        expect(right(attached)).to.include({ id: token.card.id, customer });
      } else {
        expect(refusal(attached)).to.include({ status: 402, type: 'card_error', code: attach });
        expect(refusal(attached)).not.to.have.property('charge');
      }
      expect(outcome(pay(shop, number))).to.equal(charge);
    });
  }

  it('a check that fails shows on the card', () => {
    const { engine, customer } = openShop();
    const { id } = right(engine.call(operations.createToken, { card: cardOf('4000000000000101') }));
    const card = right(engine.call(operations.createSource, { customer, source: id }));
    expect(card.cvc_check).to.equal('fail');
  });

  it('a disputed charge says so, and cannot be refunded', () => {
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
    expect(right(shop.engine.call(operations.retrieveCharge, { charge })).disputed).to.equal(true);
    const refused = refusal(shop.engine.call(operations.createRefund, { charge }));
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

  it('off session, a challenge is a decline, unless the card was set up for it', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const number = '4000002500003155';
    expect(outcome(pay(shop, number, { off_session: true }))).to.equal(
      '402 authentication_required authentication_required',
    );
    const token = right(engine.call(operations.createToken, { card: cardOf(number) }));
    const card = right(engine.call(operations.createSource, { customer, source: token.id }));
    const charge = (extra: object) =>
      engine.call(operations.createIntent, {
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

  it('a merchant can ask for no challenge at all, or for every challenge that is possible', () => {
    const shop = openShop();
    const refused = pay(shop, '4000002760003184', { error_on_requires_action: true });
    expect(outcome(refused)).to.equal('402 authentication_required authentication_required');
    expect(refusal(refused)).not.to.have.property('charge');
    const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    expect(outcome(pay(shop, '4000000000003055', asked))).to.equal('requires_action');
  });
});

describe('magic ids', () => {
  const declinedAtAttach = new Set(['tok_chargeDeclined', 'tok_chargeDeclinedInsufficientFunds']);
  for (const token of magicTokens.keys()) {
    it(`${token} can be used again and again`, () => {
      const { engine, customer } = openShop();
      const attach = () => engine.call(operations.createSource, { customer, source: token });
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
        engine.call(operations.createIntent, {
          amount: 1000,
          currency: 'eur',
          customer,
          payment_method: id,
        }),
      );
      expect(intent.payment_method).to.match(/^pm_[0-9A-Za-z]{24}$/);
      const confirmed = engine.call(operations.confirmIntent, { payment_intent: intent.id });
      expect(outcome(confirmed)).to.equal(expected);
    });
  }

  for (const [id, expected] of [
    ['pm_card_authenticationRequired', '402 authentication_required authentication_required'],
    ['pm_card_authenticationRequiredOnSetup', 'succeeded'],
  ] as const) {
    it(`${id}, set up for it, is charged off session: ${expected}`, () => {
      const { engine, customer } = openShop();
      const { id: payment_method } = right(
        engine.call(operations.attachPaymentMethod, { payment_method: id, customer }),
      );
      const order = { amount: 1000, currency: 'eur', customer, payment_method, confirm: true };
      const charge = (details: object) =>
        engine.call(operations.createIntent, { ...order, ...details });
      const first = right(charge({ setup_future_usage: 'off_session' }));
      right(engine.control(controls.completeChallenge, { payment_intent: first.id }));
      expect(outcome(charge({ off_session: true }))).to.equal(expected);
    });
  }
});

describe('card validation', () => {
  const good = cardOf('4242424242424242');
  const cases: ReadonlyArray<readonly [string, object, string, string | undefined]> = [
    ['a wrong check digit', { number: '4242424242424241' }, 'incorrect_number', 'number'],
    ['no digits', { number: 'four two' }, 'incorrect_number', 'number'],
    ['too few digits', { number: '42424242' }, 'incorrect_number', 'number'],
    ['month 0', { exp_month: 0 }, 'invalid_expiry_month', 'exp_month'],
    ['month 13', { exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    ['last month', { exp_month: 4, exp_year: 2026 }, 'invalid_expiry_year', 'exp_year'],
    ['last year', { exp_year: 2025 }, 'invalid_expiry_year', 'exp_year'],
    ['51 years ahead', { exp_year: 2077 }, 'invalid_expiry_year', 'exp_year'],
    ['a code of two digits', { cvc: '12' }, 'invalid_cvc', 'cvc'],
    ['a code of letters', { cvc: 'abc' }, 'invalid_cvc', 'cvc'],
    ['a code of four digits on a Visa', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
    [
      'a code of three digits on an American Express',
      { number: '378282246310005', cvc: '123' },
      'invalid_cvc',
      'cvc',
    ],
    [
      'a number that is not a test card',
      { number: '4111111111111111' },
      'card_declined',
      undefined,
    ],
  ];
  for (const [title, change, code, param] of cases) {
    it(`refuses ${title}: ${code}`, () => {
      const { engine } = openShop();
      const before = engine.snapshot();
      const error = refusal(engine.call(operations.createToken, { card: { ...good, ...change } }));
      expect(error).to.include({ status: 402, type: 'card_error', code });
      expect(error.param).to.equal(param);
      expect(engine.snapshot()).to.deep.equal(before);
    });
  }

  it('takes this month, 50 years ahead, spaces, and a card without code', () => {
    const { engine } = openShop();
    for (const change of [
      { exp_month: 5, exp_year: 2026 },
      { exp_year: 2076 },
      { number: '4242 4242 4242 4242' },
    ]) {
      expect(
        right(engine.call(operations.createToken, { card: { ...good, ...change } })).card.last4,
      ).to.equal('4242');
    }
    const { cvc, ...withoutCode } = good;
    expect(cvc).to.equal('123');
    expect(
      right(engine.call(operations.createToken, { card: withoutCode })).card.cvc_check,
    ).to.equal(null);
  });

  it('one number has one fingerprint, another number another', () => {
    const { engine } = openShop();
    const fingerprint = (number: string): string =>
      right(engine.call(operations.createToken, { card: cardOf(number) })).card.fingerprint;
    expect(fingerprint('4242424242424242')).to.equal(fingerprint('4242 4242 4242 4242'));
    expect(fingerprint('4242424242424242')).not.to.equal(fingerprint('4000056655665556'));
  });
});
