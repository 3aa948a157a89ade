import { expect } from 'chai';
import {
  caseOfIban,
  ibanCases,
  ibanOf,
} from '../../../../src/simulator/engine/methods/test-ibans.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  noon,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { textAt } from '../../../support/json/at.js';

const holder = { name: 'Jenny Rosen', email: 'jenny@example.com' };
const agreement = {
  customer_acceptance: {
    accepted_at: String(noon),
    online: { ip_address: '10.1.2.3', user_agent: 'a browser' },
    type: 'online',
  },
};

const account = (iban: string) => ({
  type: 'sepa_debit',
  billing_details: holder,
  sepa_debit: { iban },
});

const success = 'DE89370400440532013000';

const debit = ({ engine }: Shop, form: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    payment_method_types: ['sepa_debit'],
    payment_method_data: account(success),
    mandate_data: agreement,
    confirm: 'true',
    ...form,
  });

const intentOf = ({ engine }: Shop, id: unknown) =>
  right(engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }));

const chargeOf = ({ engine }: Shop, id: unknown) =>
  right(engine.call(engineOperations.retrieveCharge, { charge: String(id) }));

/** A shop whose clock the test moves. */
const openWithClock = () => {
  const time = { now: noon };
  const shop = openShop({ clock: () => time.now });
  return {
    shop,
    /** The events of the time that passes. */
    pass: (seconds: number) =>
      eventTypes(shop.engine, () => {
        time.now += seconds;
        shop.engine.control(engineOperations.listEvents, {});
        shop.engine.call(engineOperations.retrieveBalance, {});
      }),
  };
};

// Recorded of Stripe by Liberapay in February 2026 and by Spree in December 2025.
describe('a SEPA direct debit', () => {
  it('is in processing, and paid some seconds later', () => {
    const { shop, pass } = openWithClock();
    const created = () => right(debit(shop));
    let intent = {};
    expect(
      eventTypes(shop.engine, () => {
        intent = created();
      }),
    ).to.deep.equal([
      'payment_intent.created',
      'charge.pending',
      'mandate.updated',
      'payment_intent.processing',
    ]);
    expect(intent).to.deep.include({
      amount_received: 0,
      payment_method_options: { sepa_debit: {} },
      payment_method_types: ['sepa_debit'],
      processing: null,
      status: 'processing',
    });
    const latest = textAt(intent, 'latest_charge');
    const pending = chargeOf(shop, latest);
    expect(pending.id).to.match(/^py_/);
    expect(pending).to.deep.include({
      amount_captured: 2000,
      balance_transaction: null,
      calculated_statement_descriptor: null,
      captured: true,
      paid: false,
      receipt_url: null,
      status: 'pending',
    });
    expect(pending.outcome?.network_status).to.equal('approved_by_network');
    expect(pending.payment_method_details.type).to.equal('sepa_debit');
    expect(pending.payment_method_details).to.have.nested.include({
      'sepa_debit.bank_code': '37040044',
      'sepa_debit.branch_code': '',
      'sepa_debit.country': 'DE',
      'sepa_debit.last4': '3000',
    });
    expect(pass(10)).to.deep.equal([]);
    expect(pass(1)).to.deep.equal(['charge.succeeded', 'payment_intent.succeeded']);
    expect(intentOf(shop, textAt(intent, 'id'))).to.include({
      amount_received: 2000,
      status: 'succeeded',
    });
    const paid = chargeOf(shop, latest);
    expect(paid).to.include({ paid: true, status: 'succeeded' });
    expect(paid.payment_method_details).to.have.nested.property(
      'sepa_debit.expected_debit_date',
      '2026-05-28',
    );
    const { type } = right(
      shop.engine.call(engineOperations.retrieveBalanceTransaction, {
        id: paid.balance_transaction ?? '',
      }),
    );
    expect(type).to.equal('payment');
  });

  it('is made under a mandate for one payment, which is then used up', () => {
    const shop = openShop();
    const { latest_charge } = right(debit(shop));
    const mandate = textAt(
      chargeOf(shop, latest_charge).payment_method_details,
      'sepa_debit.mandate',
    );
    expect(right(ask(shop.engine, engineOperations.retrieveMandate, { mandate }))).to.deep.include({
      customer_acceptance: {
        accepted_at: noon,
        online: { ip_address: '10.1.2.3', user_agent: 'a browser' },
        type: 'online',
      },
      single_use: { amount: 2000, currency: 'eur' },
      status: 'inactive',
      type: 'single_use',
    });
    const again = debit(shop, { mandate, mandate_data: '' });
    expect(refusal(again).code).to.equal('payment_intent_mandate_invalid');
  });

  const endings: ReadonlyArray<readonly [iban: string, seconds: number, code: string]> = [
    ['DE62370400440532013001', 11, 'generic_could_not_process'],
    ['DE78370400440532013004', 180, 'generic_could_not_process'],
    ['DE65370400440000343434', 11, 'charge_exceeds_source_limit'],
    ['DE27370400440000121212', 11, 'charge_exceeds_weekly_limit'],
    ['DE65370400440002222227', 11, 'insufficient_funds'],
  ];
  for (const [iban, seconds, code] of endings) {
    it(`of ${iban} fails after ${seconds} seconds: ${code}`, () => {
      const { shop, pass } = openWithClock();
      const { id, latest_charge } = right(debit(shop, { payment_method_data: account(iban) }));
      expect(pass(seconds - 1)).to.deep.equal([]);
      expect(pass(1)).to.deep.equal(['charge.failed', 'payment_intent.payment_failed']);
      expect(chargeOf(shop, latest_charge)).to.include({ failure_code: code, status: 'failed' });
      const failed = intentOf(shop, id);
      expect(failed).to.include({ payment_method: null, status: 'requires_payment_method' });
      expect(failed.last_payment_error).to.include({
        charge: latest_charge,
        code,
        payment_method_type: 'sepa_debit',
        type: 'card_error',
      });
    });
  }

  it('can be disputed as soon as it is paid', () => {
    const { shop, pass } = openWithClock();
    const { latest_charge } = right(
      debit(shop, { payment_method_data: account('DE35370400440532013002') }),
    );
    expect(pass(11)).to.include.members(['charge.succeeded', 'charge.dispute.created']);
    const { dispute } = chargeOf(shop, latest_charge);
    const shown = right(
      shop.engine.call(engineOperations.retrieveDispute, { dispute: dispute ?? '' }),
    );
    expect(shown.payment_method_details).to.deep.equal({ type: 'sepa_debit' });
  });

  it('is refunded later', () => {
    const { shop, pass } = openWithClock();
    const { latest_charge } = right(debit(shop));
    const refund = () =>
      ask(shop.engine, engineOperations.createRefund, { charge: String(latest_charge) });
    expect(refusal(refund()).code).to.equal('charge_not_refundable');
    pass(11);
    expect(right(refund())).to.include({ status: 'pending' });
    expect(pass(3600)).to.include('refund.updated');
  });

  it('is ended by a control too, once', () => {
    const { shop, pass } = openWithClock();
    const { id } = right(debit(shop));
    const failed = right(shop.engine.control(controls.failIntent, { payment_intent: String(id) }));
    expect(failed.status).to.equal('requires_payment_method');
    expect(pass(11)).to.deep.equal([]);
  });

  it('needs a mandate, of which the error has the intent', () => {
    const shop = openShop();
    const { message, payment_intent } = refusal(debit(shop, { mandate_data: '' }));
    expect(message).to.match(/^This PaymentIntent requires a mandate, but no existing mandate was/);
    expect(payment_intent?.status).to.equal('requires_confirmation');
    expect(
      refusal(debit(shop, { mandate_data: '', setup_future_usage: 'off_session' })).message,
    ).to.equal(
      'When confirming a PaymentIntent with a `sepa_debit` PaymentMethod and `setup_future_usage` value of off_session, `mandate_data` is required.',
    );
  });

  it('is charged under a mandate that the shop names, of the same account only', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const kept = right(debit(shop, { customer, setup_future_usage: 'off_session' }));
    const saved = { customer, payment_method: String(kept['payment_method']) };
    const charge = chargeOf(shop, kept['latest_charge']);
    const mandate = textAt(charge.payment_method_details, 'sepa_debit.mandate');
    const later = (form: WireHash) =>
      ask(engine, engineOperations.createIntent, {
        amount: '500',
        currency: 'eur',
        payment_method_types: ['sepa_debit'],
        confirm: 'true',
        ...form,
      });
    expect(right(later({ ...saved, mandate }))['status']).to.equal('processing');
    const other = { payment_method_data: account('DE62370400440532013001'), mandate };
    expect(refusal(later(other)).code).to.equal('payment_intent_mandate_invalid');
  });

  it('is kept for later payments, which need no further mandate', () => {
    const { shop, pass } = openWithClock();
    const { engine, customer } = shop;
    const { payment_method } = right(debit(shop, { customer, setup_future_usage: 'off_session' }));
    pass(11);
    const kept = right(
      ask(engine, engineOperations.listPaymentMethods, { customer, type: 'sepa_debit' }),
    );
    expect(kept).to.have.nested.property('data[0].id', payment_method);
    const cards = right(
      ask(engine, engineOperations.listPaymentMethods, { customer, type: 'card' }),
    );
    expect(cards['data']).to.deep.equal([]);
    const later = right(
      ask(engine, engineOperations.createIntent, {
        amount: '500',
        currency: 'eur',
        customer,
        payment_method: String(payment_method),
        payment_method_types: ['sepa_debit'],
        off_session: 'true',
        confirm: 'true',
      }),
    );
    expect(later['status']).to.equal('processing');
  });

  it('is set up without a payment, with a mandate for all to come', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const setUp = right(
      ask(engine, engineOperations.createSetupIntent, {
        customer,
        payment_method_types: ['sepa_debit'],
        payment_method_data: account(success),
        mandate_data: agreement,
        confirm: 'true',
        expand: ['mandate'],
      }),
    );
    expect(setUp).to.deep.include({
      payment_method_options: {},
      single_use_mandate: null,
      status: 'succeeded',
    });
    expect(setUp['mandate']).to.deep.include({
      multi_use: {},
      payment_method: setUp['payment_method'],
      status: 'active',
    });
    const attempts = right(
      ask(engine, engineOperations.listSetupAttempts, { setup_intent: String(setUp['id']) }),
    );
    expect(attempts).to.have.nested.property('data[0].payment_method_details').that.deep.equals({
      sepa_debit: {},
      type: 'sepa_debit',
    });
  });
});

// https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-ibans
describe('test IBANs', () => {
  const countries = 'AT BE CH DE EE ES FI FR GB GI HR IE LI LT LU NL NO PT SE'.split(' ');

  it('are taken of every country and case, with and without spaces', () => {
    const { engine } = openShop();
    const create = (iban: string) =>
      ask(engine, engineOperations.createPaymentMethod, account(iban));
    let known = 0;
    for (const country of countries) {
      for (const name of ibanCases) {
        const iban = ibanOf(country, name);
        if (iban === undefined) continue;
        known += 1;
        expect(caseOfIban(iban)).to.equal(name);
        const spaced = iban.replaceAll(/.{4}/g, '$& ');
        expect(right(create(spaced))).to.have.nested.include({
          'sepa_debit.country': country,
          'sepa_debit.last4': iban.slice(-4),
        });
      }
    }
    expect(known).to.equal(countries.length * ibanCases.length - 2);
    expect(JSON.stringify(engine.snapshot())).not.to.include(success);
  });

  it('have payment methods of their own', () => {
    const { engine } = openShop();
    for (const id of ['pm_success_de', 'pm_sepaDebit_success_de']) {
      const found = right(
        ask(engine, engineOperations.retrievePaymentMethod, { payment_method: id }),
      );
      expect(found).to.have.nested.include({ 'sepa_debit.last4': '3000', type: 'sepa_debit' });
    }
  });

  const refused: ReadonlyArray<readonly [string, WireHash, object]> = [
    ['a mistyped IBAN', account('DE89370400440532013001'), { code: 'invalid_bank_account_iban' }],
    [
      'an account that cannot pay',
      account('AT511904300000066666'),
      { code: 'bank_account_unusable' },
    ],
    ['a real account', account('IT60X0542811101000000123456'), { param: 'sepa_debit[iban]' }],
    ['no IBAN', { type: 'sepa_debit', billing_details: holder }, { param: 'sepa_debit[iban]' }],
    [
      'no name',
      { ...account(success), billing_details: { email: 'a@example.com' } },
      { code: 'parameter_missing', param: 'billing_details[name]' },
    ],
  ];
  for (const [what, form, expected] of refused) {
    it(`refuse ${what}`, () => {
      const { engine } = openShop();
      const created = ask(engine, engineOperations.createPaymentMethod, form);
      expect(refusal(created)).to.include({ status: 400, ...expected });
    });
  }
});
