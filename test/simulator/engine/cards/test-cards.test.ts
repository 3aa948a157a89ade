import { expect } from 'chai';
import { isLuhnValid } from '../../../../src/domain/text/card-number.js';
import { testCards } from '../../../../src/simulator/engine/cards/test-cards.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  cardWithNumber,
  outcomeOf,
} from '../../../adapters/outbound/memory/support/card-payments.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

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

type Row = readonly [
  number: string,
  brand: string,
  funding: string,
  country: string,
  attached: string,
  charged: string,
];

const testing = 'https://docs.stripe.com/testing';

/** The test cards, by the section of the page that documents them. */
const sections: { readonly [source: string]: ReadonlyArray<Row> } = {
  [`${testing}#cards`]: [
    ['4242424242424242', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000056655665556', 'Visa', 'debit', 'US', 'ok', 'succeeded'],
    ['5555555555554444', 'MasterCard', 'credit', 'US', 'ok', 'succeeded'],
    ['2223003122003222', 'MasterCard', 'credit', 'US', 'ok', 'succeeded'],
    ['5200828282828210', 'MasterCard', 'debit', 'US', 'ok', 'succeeded'],
    ['5105105105105100', 'MasterCard', 'prepaid', 'US', 'ok', 'succeeded'],
    ['378282246310005', 'American Express', 'credit', 'US', 'ok', 'succeeded'],
    ['371449635398431', 'American Express', 'credit', 'US', 'ok', 'succeeded'],
    ['6011111111111117', 'Discover', 'credit', 'US', 'ok', 'succeeded'],
    ['6011000990139424', 'Discover', 'credit', 'US', 'ok', 'succeeded'],
    ['6011981111111113', 'Discover', 'debit', 'US', 'ok', 'succeeded'],
    ['3056930009020004', 'Diners Club', 'credit', 'US', 'ok', 'succeeded'],
    ['36227206271667', 'Diners Club', 'credit', 'US', 'ok', 'succeeded'],
    ['6555900000604105', 'Discover', 'credit', 'US', 'ok', 'succeeded'],
    ['3566002020360505', 'JCB', 'credit', 'JP', 'ok', 'succeeded'],
    ['6200000000000005', 'UnionPay', 'credit', 'CN', 'ok', 'succeeded'],
    ['6200000000000047', 'UnionPay', 'debit', 'CN', 'ok', 'succeeded'],
    ['6205500000000000004', 'UnionPay', 'debit', 'US', 'ok', 'succeeded'],
    ['4000002500001001', 'Visa', 'credit', 'FR', 'ok', 'succeeded'],
    ['5555552500001001', 'MasterCard', 'credit', 'FR', 'ok', 'succeeded'],
    ['4000050360000001', 'Visa', 'debit', 'AU', 'ok', 'succeeded'],
    ['5555050360000080', 'MasterCard', 'debit', 'AU', 'ok', 'succeeded'],
    ['4000051230000072', 'Visa', 'debit', 'US', 'ok', 'succeeded'],
    ['5200828282828897', 'MasterCard', 'debit', 'US', 'ok', 'succeeded'],
  ],
  [`${testing}#international-cards`]: [
    ['4000000320000021', 'Visa', 'credit', 'AR', 'ok', 'succeeded'],
    ['4000000760000002', 'Visa', 'credit', 'BR', 'ok', 'succeeded'],
    ['4000001240000000', 'Visa', 'credit', 'CA', 'ok', 'succeeded'],
    ['4000001520000001', 'Visa', 'credit', 'CL', 'ok', 'succeeded'],
    ['4000001700000003', 'Visa', 'credit', 'CO', 'ok', 'succeeded'],
    ['4000001880000005', 'Visa', 'credit', 'CR', 'ok', 'succeeded'],
    ['4000002180000000', 'Visa', 'credit', 'EC', 'ok', 'succeeded'],
    ['4000004840008001', 'Visa', 'credit', 'MX', 'ok', 'succeeded'],
    ['5062210000000009', 'Unknown', 'credit', 'MX', 'ok', 'succeeded'],
    ['4000005910000000', 'Visa', 'credit', 'PA', 'ok', 'succeeded'],
    ['4000006000000066', 'Visa', 'credit', 'PY', 'ok', 'succeeded'],
    ['4000006040000068', 'Visa', 'credit', 'PE', 'ok', 'succeeded'],
    ['4000008580000003', 'Visa', 'credit', 'UY', 'ok', 'succeeded'],
    ['4000007840000001', 'Visa', 'credit', 'AE', 'ok', 'succeeded'],
    ['4000000400000008', 'Visa', 'credit', 'AT', 'ok', 'succeeded'],
    ['4000000560000004', 'Visa', 'credit', 'BE', 'ok', 'succeeded'],
    ['4000001000000000', 'Visa', 'credit', 'BG', 'ok', 'succeeded'],
    ['4000001120000005', 'Visa', 'credit', 'BY', 'ok', 'succeeded'],
    ['4000001910000009', 'Visa', 'credit', 'HR', 'ok', 'succeeded'],
    ['4000001960000008', 'Visa', 'credit', 'CY', 'ok', 'succeeded'],
    ['4000002030000002', 'Visa', 'credit', 'CZ', 'ok', 'succeeded'],
    ['4000002080000001', 'Visa', 'credit', 'DK', 'ok', 'succeeded'],
    ['4000002330000009', 'Visa', 'credit', 'EE', 'ok', 'succeeded'],
    ['4000002460000001', 'Visa', 'credit', 'FI', 'ok', 'succeeded'],
    ['4000002500000003', 'Visa', 'credit', 'FR', 'ok', 'succeeded'],
    ['4000002760000016', 'Visa', 'credit', 'DE', 'ok', 'succeeded'],
    ['4000002920000005', 'Visa', 'credit', 'GI', 'ok', 'succeeded'],
    ['4000003000000030', 'Visa', 'credit', 'GR', 'ok', 'succeeded'],
    ['4000003480000005', 'Visa', 'credit', 'HU', 'ok', 'succeeded'],
    ['4000003720000005', 'Visa', 'credit', 'IE', 'ok', 'succeeded'],
    ['4000003800000008', 'Visa', 'credit', 'IT', 'ok', 'succeeded'],
    ['4000004280000005', 'Visa', 'credit', 'LV', 'ok', 'succeeded'],
    ['4000004380000004', 'Visa', 'credit', 'LI', 'ok', 'succeeded'],
    ['4000004400000000', 'Visa', 'credit', 'LT', 'ok', 'succeeded'],
    ['4000004420000006', 'Visa', 'credit', 'LU', 'ok', 'succeeded'],
    ['4000004700000007', 'Visa', 'credit', 'MT', 'ok', 'succeeded'],
    ['4000005280000002', 'Visa', 'credit', 'NL', 'ok', 'succeeded'],
    ['4000005780000007', 'Visa', 'credit', 'NO', 'ok', 'succeeded'],
    ['4000006160000005', 'Visa', 'credit', 'PL', 'ok', 'succeeded'],
    ['4000006200000007', 'Visa', 'credit', 'PT', 'ok', 'succeeded'],
    ['4000006420000001', 'Visa', 'credit', 'RO', 'ok', 'succeeded'],
    ['4000006820000007', 'Visa', 'credit', 'SA', 'ok', 'succeeded'],
    ['4000007050000006', 'Visa', 'credit', 'SI', 'ok', 'succeeded'],
    ['4000007030000001', 'Visa', 'credit', 'SK', 'ok', 'succeeded'],
    ['4000007240000007', 'Visa', 'credit', 'ES', 'ok', 'succeeded'],
    ['4000007520000008', 'Visa', 'credit', 'SE', 'ok', 'succeeded'],
    ['4000007560000009', 'Visa', 'credit', 'CH', 'ok', 'succeeded'],
    ['4000008260000000', 'Visa', 'credit', 'GB', 'ok', 'succeeded'],
    ['4000000360000006', 'Visa', 'credit', 'AU', 'ok', 'succeeded'],
    ['4000001560000002', 'Visa', 'credit', 'CN', 'ok', 'succeeded'],
    ['4000003440000004', 'Visa', 'credit', 'HK', 'ok', 'succeeded'],
    ['4000003560000008', 'Visa', 'credit', 'IN', 'ok', 'succeeded'],
    ['4000003920000003', 'Visa', 'credit', 'JP', 'ok', 'succeeded'],
    ['4000004580000002', 'Visa', 'credit', 'MY', 'ok', 'succeeded'],
    ['4000005540000008', 'Visa', 'credit', 'NZ', 'ok', 'succeeded'],
    ['4000007020000003', 'Visa', 'credit', 'SG', 'ok', 'succeeded'],
    ['4000001580000008', 'Visa', 'credit', 'TW', 'ok', 'succeeded'],
    ['4000007640000003', 'Visa', 'credit', 'TH', 'ok', 'succeeded'],
    ['5200007840000022', 'MasterCard', 'credit', 'AE', 'ok', 'succeeded'],
    ['4000058260000005', 'Visa', 'debit', 'GB', 'ok', 'succeeded'],
    ['5555558265554449', 'MasterCard', 'credit', 'GB', 'ok', 'succeeded'],
    ['3530111333300000', 'JCB', 'credit', 'JP', 'ok', 'succeeded'],
    ['4000057640000008', 'Visa', 'debit', 'TH', 'ok', 'succeeded'],
  ],
  [`${testing}#declined-payments`]: [
    [
      '4000000000000002',
      'Visa',
      'credit',
      'US',
      'card_declined',
      '402 card_declined generic_decline',
    ],
    [
      '4000000000009995',
      'Visa',
      'credit',
      'US',
      'card_declined',
      '402 card_declined insufficient_funds',
    ],
    ['4000000000009987', 'Visa', 'credit', 'US', 'card_declined', '402 card_declined lost_card'],
    ['4000000000009979', 'Visa', 'credit', 'US', 'card_declined', '402 card_declined stolen_card'],
    ['4000000000000069', 'Visa', 'credit', 'US', 'expired_card', '402 expired_card expired_card'],
    [
      '4000000000000127',
      'Visa',
      'credit',
      'US',
      'incorrect_cvc',
      '402 incorrect_cvc incorrect_cvc',
    ],
    [
      '4000000000000119',
      'Visa',
      'credit',
      'US',
      'processing_error',
      '402 processing_error processing_error',
    ],
    [
      '4000000000006975',
      'Visa',
      'credit',
      'US',
      'card_declined',
      '402 card_declined card_velocity_exceeded',
    ],
    ['4000000000000341', 'Visa', 'credit', 'US', 'ok', '402 card_declined generic_decline'],
  ],
  // Blocked at the default settings: https://docs.stripe.com/radar/testing.
  [`${testing}#fraud-prevention`]: [
    ['4100000000000019', 'Visa', 'credit', 'US', 'ok', '402 card_declined fraudulent'],
    ['4000000000004954', 'Visa', 'credit', 'US', 'ok', '402 card_declined fraudulent'],
    ['4000000000009235', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000008400000407', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000008400000159', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000008400001017', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000008405600003', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000000101', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000000036', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000058400307872', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000058400306072', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000000028', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000000010', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000000044', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000001208', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000003725', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
  ],
  [`${testing}#regulatory-cards`]: [
    ['4000002500003155', 'Visa', 'credit', 'FR', 'ok', 'requires_action'],
    ['4000002760003184', 'Visa', 'credit', 'DE', 'ok', 'requires_action'],
    ['4000003800000446', 'Visa', 'credit', 'IT', 'ok', 'requires_action'],
    ['4000008260003178', 'Visa', 'credit', 'GB', 'ok', 'requires_action'],
    ['4000000000003220', 'Visa', 'credit', 'IE', 'ok', 'requires_action'],
    ['4000008400000027', 'Visa', 'credit', 'US', 'ok', 'requires_action'],
    ['4000008400001629', 'Visa', 'credit', 'US', 'ok', 'requires_action'],
    ['4000008400001280', 'Visa', 'credit', 'US', 'ok', '402 card_declined generic_decline'],
    ['4000000000003055', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000003097', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000032200000', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000582600000094', 'Visa', 'credit', 'GB', 'ok', 'requires_action'],
    ['4000582600000045', 'Visa', 'credit', 'GB', 'ok', 'requires_action'],
    ['4000582600000102', 'Visa', 'credit', 'GB', 'ok', 'requires_action'],
    ['4000582600000110', 'Visa', 'credit', 'GB', 'ok', 'requires_action'],
  ],
  [`${testing}#disputes`]: [
    ['4000000000000259', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000002685', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000001976', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000005423', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000404000038', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000001000043', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
  ],
  [`${testing}#dispute-prevention`]: [
    ['4000000404004816', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000404005649', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['5105000300000018', 'MasterCard', 'credit', 'US', 'ok', 'succeeded'],
  ],
  [`${testing}#refunds`]: [
    ['4000000000007726', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000005126', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
  ],
  [`${testing}#available-balance`]: [
    ['4000000000000077', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000003720000278', 'Visa', 'credit', 'IE', 'ok', 'succeeded'],
  ],
  'https://docs.stripe.com/india-recurring-payments#testing': [
    ['4000003560000123', 'Visa', 'credit', 'IN', 'ok', 'requires_action'],
  ],
  'the page as it was in 2021': [
    ['4012888888881881', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
    ['4000000000003063', 'Visa', 'credit', 'US', 'ok', 'requires_action'],
    ['4000000000000093', 'Visa', 'credit', 'US', 'ok', 'succeeded'],
  ],
};

const rows = Object.values(sections).flat();

describe('test cards', () => {
  it('are all in this table, and all numbers pass Luhn', () => {
    const numbers = Object.values(testCards)
      .filter(({ onlyByToken }) => !onlyByToken)
      .map(({ number }) => number);
    expect(numbers).to.have.members(rows.map(([number]) => number));
    expect(numbers.filter((number) => !isLuhnValid(number))).to.deep.equal([]);
  });

  for (const [number, brand, funding, country, attach, charge] of rows) {
    it(`${number}: ${brand} ${funding} ${country}, attach ${attach}, charge ${charge}`, () => {
      const shop = openShop();
      const { engine, customer } = shop;
      const token = right(
        engine.call(engineOperations.createToken, { card: cardWithNumber(number) }),
      );
      expect(token.card).to.include({ brand, funding, country, last4: number.slice(-4) });
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

  for (const [number, cvc, line1, postalCode] of [
    ['4242424242424242', 'pass', 'pass', 'pass'],
    ['4000000000000036', 'pass', 'pass', 'fail'],
    ['4000000000000028', 'pass', 'fail', 'pass'],
    ['4000000000000010', 'pass', 'fail', 'fail'],
    ['4000000000000044', 'pass', 'unavailable', 'unavailable'],
    ['4000058400307872', 'fail', 'pass', 'pass'],
    ['4000058400306072', 'pass', 'pass', 'fail'],
  ] as const) {
    it(`${number} is checked: code ${cvc}, line 1 ${line1}, postal code ${postalCode}`, () => {
      const { engine, customer } = openShop();
      const holder = { address_line1: 'Gran Via 1', address_zip: '28013' };
      const { id } = right(
        engine.call(engineOperations.createToken, {
          card: { ...cardWithNumber(number), ...holder },
        }),
      );
      expect(
        right(engine.call(engineOperations.createSource, { customer, source: id })),
      ).to.include({
        cvc_check: cvc,
        address_line1_check: line1,
        address_zip_check: postalCode,
      });
    });
  }

  for (const [number, risk_level, type] of [
    ['4242424242424242', 'normal', 'authorized'],
    // docs.stripe.com/radar/risk-evaluation; recorded live in July 2024.
    ['4000000000009235', 'elevated', 'manual_review'],
    ['4000058400307872', 'elevated', 'manual_review'],
    ['4100000000000019', 'highest', 'blocked'],
    ['4000000000004954', 'highest', 'blocked'],
  ] as const) {
    it(`a charge of ${number} has the risk level ${risk_level}: ${type}`, () => {
      const shop = openShop();
      pay(shop, number);
      const [charge] = right(shop.engine.call(engineOperations.listCharges, {})).data;
      expect(charge?.outcome).to.include({ risk_level, type });
    });
  }

  for (const [number, networks] of [
    ['4000002500001001', ['cartes_bancaires', 'visa']],
    ['5555050360000080', ['eftpos_au', 'mastercard']],
    ['4242424242424242', ['visa']],
  ] as const) {
    it(`${number} belongs to ${networks.join(' and ')}`, () => {
      const method = right(
        openShop().engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: cardWithNumber(number),
        }),
      );
      expect(method.card?.networks.available).to.deep.equal(networks);
    });
  }

  for (const [number, reason, status, entries, code] of [
    ['4000000000000259', 'fraudulent', 'needs_response', 1, '10.4'],
    ['4000000000002685', 'product_not_received', 'needs_response', 1, '13.1'],
    ['4000000404000038', 'fraudulent', 'needs_response', 1, '10.4'],
    ['4000000001000043', 'fraudulent', 'needs_response', 1, '10.4'],
    ['4000000404004816', 'fraudulent', 'needs_response', 1, '10.4'],
    ['4000000404005649', 'fraudulent', 'needs_response', 1, '10.4'],
    ['5105000300000018', 'fraudulent', 'needs_response', 1, '4837'],
    // Source: recording 05, step 45.
    ['4000000000001976', 'fraudulent', 'warning_needs_response', 0, '10'],
  ] as const) {
    it(`a charge of ${number} is disputed: ${reason}, ${status}`, () => {
      const shop = openShop();
      const charge = right(pay(shop, number)).latest_charge ?? '';
      const [dispute] = right(shop.engine.call(engineOperations.listDisputes, { charge })).data;
      expect(dispute).to.include({ reason, status, is_charge_refundable: entries === 0 });
      expect(dispute?.balance_transactions).to.have.length(entries);
      expect(dispute?.payment_method_details.card?.network_reason_code).to.equal(code);
      const refunded = shop.engine.call(engineOperations.createRefund, { charge });
      if (entries === 0) expect(right(refunded).status).to.equal('succeeded');
      else expect(refusal(refunded).code).to.equal('charge_disputed');
    });
  }

  it('a disputed charge is marked, and cannot be refunded', () => {
    const shop = openShop();
    let charge = '';
    const types = eventTypes(shop.engine, () => {
      charge = right(pay(shop, '4000000000000259')).latest_charge ?? '';
    });
    expect(types).to.deep.equal([
      'payment_intent.created',
      'charge.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.updated',
      'payment_intent.succeeded',
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

  // Source: the table of numbers on the testing page. Its table of payment methods says that a card that was set up needs no
  // challenge at all.
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
    const saved = (setup_future_usage: 'on_session' | 'off_session') => {
      const first = right(charge({ setup_future_usage }));
      right(engine.control(controls.completeChallenge, { payment_intent: first.id }));
      return outcomeOf(charge({ off_session: true }));
    };
    expect(saved('on_session')).to.equal('402 authentication_required authentication_required');
    expect(saved('off_session')).to.equal('succeeded');
    expect(right(charge({})).status).to.equal('requires_action');
  });

  it('a merchant can refuse every challenge, or request every possible one', () => {
    const shop = openShop();
    const refused = pay(shop, '4000002760003184', { error_on_requires_action: true });
    expect(outcomeOf(refused)).to.equal('402 authentication_required authentication_required');
    expect(refusal(refused)).not.to.have.property('charge');
    const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    expect(outcomeOf(pay(shop, '4000000000003055', asked))).to.equal('requires_action');
    expect(outcomeOf(pay(shop, '4000000000003097', asked))).to.equal(
      '402 processing_error processing_error',
    );
  });

  it('a card that is set up already pays off session, and asks on session', () => {
    const shop = openShop();
    expect(outcomeOf(pay(shop, '4000003800000446', { off_session: true }))).to.equal('succeeded');
    expect(outcomeOf(pay(shop, '4000003800000446'))).to.equal('requires_action');
  });
});
