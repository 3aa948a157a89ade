import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const back = 'https://shop.example/back';

const created = ({ engine }: Shop, form: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    payment_method_types: ['ideal'],
    ...form,
  });

const confirmed = (shop: Shop, form: WireHash = {}) =>
  created(shop, {
    confirm: 'true',
    payment_method_data: { type: 'ideal', billing_details: { name: 'Jenny Rosen' } },
    return_url: back,
    ...form,
  });

const act = ({ engine }: Shop, control: 'completeChallenge' | 'failChallenge', id: unknown) =>
  right(engine.control(controls[control], { payment_intent: String(id) }));

const chargeOf = ({ engine }: Shop, charge: string | null) =>
  right(engine.call(engineOperations.retrieveCharge, { charge: charge ?? '' }));

// https://docs.stripe.com/payments/ideal/accept-a-payment
describe('a payment by iDEAL', () => {
  it('sends the customer to the bank, and is paid when they approve', () => {
    const shop = openShop();
    const events = (run: () => void) => eventTypes(shop.engine, run);
    const waiting = right(confirmed(shop));
    const { id } = waiting;
    expect(waiting).to.deep.include({
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: back, url: `https://bank.example/${String(id)}` },
      },
      payment_method_options: { ideal: {} },
      payment_method_types: ['ideal'],
      status: 'requires_action',
    });
    expect(
      right(shop.engine.control(controls.showAwaitedMethod, { intent: String(id) })),
    ).to.include({ type: 'ideal' });
    const types = events(() => {
      expect(act(shop, 'completeChallenge', id)).to.include({
        amount_received: 2000,
        next_action: null,
        status: 'succeeded',
      });
    });
    expect(types).to.deep.equal(['charge.succeeded', 'payment_intent.succeeded']);
    const { latest_charge } = right(
      shop.engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }),
    );
    const charge = chargeOf(shop, latest_charge);
    // Recorded: charges without a card are py_..., and have no descriptor of a card's statement.
    expect(charge.id).to.match(/^py_/);
    expect(charge).to.deep.include({
      calculated_statement_descriptor: null,
      captured: true,
      paid: true,
      status: 'succeeded',
    });
    expect(charge.payment_method_details).to.deep.equal({
      ideal: {
        bank: null,
        bic: null,
        generated_sepa_debit: null,
        generated_sepa_debit_mandate: null,
        iban_last4: '5264',
        transaction_id: null,
        verified_name: 'Jenny Rosen',
      },
      type: 'ideal',
    });
    const { type, reporting_category } = right(
      shop.engine.call(engineOperations.retrieveBalanceTransaction, {
        id: charge.balance_transaction ?? '',
      }),
    );
    expect([type, reporting_category]).to.deep.equal(['payment', 'charge']);
  });

  it('is not confirmed again after an approval, also with manual confirmation', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop, { confirmation_method: 'manual' }));
    expect(act(shop, 'completeChallenge', id).status).to.equal('succeeded');
  });

  it('needs another payment method when the customer refuses', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop));
    const types = eventTypes(shop.engine, () => {
      const failed = act(shop, 'failChallenge', id);
      expect(failed).to.include({
        latest_charge: null,
        next_action: null,
        payment_method: null,
        status: 'requires_payment_method',
      });
      expect(failed.last_payment_error).to.include({
        code: 'payment_method_customer_decline',
        message:
          'The customer did not approve the PaymentIntent. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
        type: 'invalid_request_error',
      });
      expect(failed.last_payment_error?.payment_method).to.deep.include({
        ideal: { bank: null, bic: null },
        type: 'ideal',
      });
    });
    expect(types).to.deep.equal(['payment_intent.payment_failed']);
  });

  it('knows the banks, and their BICs', () => {
    const shop = openShop();
    const method = (bank: string) =>
      ask(shop.engine, engineOperations.createPaymentMethod, { type: 'ideal', ideal: { bank } });
    const rabobank = right(method('rabobank'));
    expect(rabobank['ideal']).to.deep.equal({ bank: 'rabobank', bic: 'RABONL2U' });
    expect(rabobank).not.to.have.property('card');
    expect(refusal(method('santander')).param).to.equal('ideal[bank]');
  });

  it('is refunded later, without a card to refund to', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop));
    const { latest_charge } = act(shop, 'completeChallenge', id);
    const refund = right(
      shop.engine.call(engineOperations.createRefund, { charge: latest_charge ?? '' }),
    );
    expect(refund.id).to.match(/^pyr_/);
    expect(refund).to.include({ amount: 2000, status: 'pending' });
    expect(refund).not.to.have.property('destination_details');
    expect(
      right(shop.engine.control(controls.settleRefund, { refund: refund.id })).status,
    ).to.equal('succeeded');
  });

  it('is chosen among other types, whose options the intent keeps', () => {
    const shop = openShop();
    const intent = right(created(shop, { payment_method_types: ['card', 'ideal'] }));
    expect(intent['payment_method_options']).to.have.keys('card', 'ideal');
    const paid = right(
      ask(shop.engine, engineOperations.confirmIntent, {
        payment_intent: String(intent['id']),
        payment_method: 'pm_card_visa',
      }),
    );
    expect(paid).to.include({ status: 'succeeded' });
  });

  const refused: ReadonlyArray<readonly [string, WireHash, object]> = [
    // STPAPIClient of Stripe's library for iOS tests for the sentence, with bancontact.
    [
      'another currency',
      { currency: 'usd' },
      {
        message:
          'The currency provided (usd) is invalid. Payments with ideal support the following currencies: eur.',
        param: 'currency',
      },
    ],
    // https://github.com/abantecart/abantecart-src/issues/1750
    [
      'manual capture',
      { capture_method: 'manual' },
      {
        message:
          '`capture_method=manual` is not supported by payment method type `ideal`. Use a different capture method.',
      },
    ],
    ['an absent customer', { off_session: 'true' }, { param: 'off_session' }],
    // https://github.com/stripe/stripe-terminal-react-native/issues/745
    [
      'a type that the intent does not list',
      { payment_method_types: ['card'] },
      {
        message:
          'The PaymentMethod provided (ideal) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: card. Alternatively, update the allowed payment_method_types for this PaymentIntent to include "ideal"',
        param: 'payment_method',
      },
    ],
  ];
  for (const [what, form, expected] of refused) {
    it(`is refused with ${what}`, () => {
      expect(refusal(confirmed(openShop(), form))).to.include({ status: 400, ...expected });
    });
  }

  // https://github.com/stripe/stripe-react-native/issues/1835
  it('needs a page to return to, also where Stripe.js handles cards', () => {
    const shop = openShop();
    const { id } = right(created(shop));
    const problem = refusal(
      ask(shop.engine, engineOperations.confirmIntent, {
        payment_intent: String(id),
        payment_method_data: { type: 'ideal' },
        use_stripe_sdk: 'true',
      }),
    );
    expect(problem.message).to.equal(
      'You must provide a `return_url` when confirming a PaymentIntent with the payment method type ideal.',
    );
  });

  it('is not saved to a customer', () => {
    const shop = openShop();
    const { id } = right(ask(shop.engine, engineOperations.createPaymentMethod, { type: 'ideal' }));
    const attach = ask(shop.engine, engineOperations.attachPaymentMethod, {
      payment_method: String(id),
      customer: shop.customer,
    });
    expect(refusal(attach).message).to.equal(
      "PaymentMethods of type 'ideal' cannot be saved to customers.",
    );
  });

  it('survives a snapshot', () => {
    const shop = openShop();
    const { id } = right(confirmed(shop));
    const other = openShop();
    other.engine.restore(JSON.parse(JSON.stringify(shop.engine.snapshot())));
    expect(act(other, 'completeChallenge', id).status).to.equal('succeeded');
  });

  it('leaves the charges of cards as they are', () => {
    const shop = openShop();
    expect(pay(shop).latest_charge).to.match(/^ch_/);
  });
});
