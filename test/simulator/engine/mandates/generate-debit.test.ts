import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { textAt } from '../../../support/json/at.js';

const banks = [
  { type: 'ideal', last4: '5264', country: 'NL' },
  { type: 'bancontact', last4: '7061', country: 'BE' },
] as const;

const agreement = { customer_acceptance: { type: 'online' } };

const form = (type: string, more: WireHash = {}): WireHash => ({
  payment_method_types: [type],
  payment_method_data: { type, billing_details: { name: 'Jenny Rosen', email: 'j@example.com' } },
  mandate_data: agreement,
  return_url: 'https://shop.example/back',
  confirm: 'true',
  ...more,
});

const payment = ({ engine, customer }: Shop, type: string, more: WireHash = {}) =>
  ask(engine, engineOperations.createIntent, {
    amount: '2000',
    currency: 'eur',
    customer,
    ...form(type, more),
  });

const debitsOf = ({ engine, customer }: Shop) =>
  right(ask(engine, engineOperations.listPaymentMethods, { customer, type: 'sepa_debit' }));

// https://docs.stripe.com/payments/ideal/save-during-payment, and the same page of Bancontact.
for (const { type, last4, country } of banks) {
  describe(`a payment by ${type}`, () => {
    it('saves a direct debit for later payments, which belongs to the customer', () => {
      const shop = openShop();
      const { engine } = shop;
      const { id } = right(payment(shop, type, { setup_future_usage: 'off_session' }));
      const types = eventTypes(engine, () => {
        right(engine.control(controls.completeChallenge, { payment_intent: String(id) }));
      });
      expect(types).to.deep.equal([
        'charge.succeeded',
        'payment_method.attached',
        'payment_intent.succeeded',
      ]);
      const { latest_charge } = right(
        engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }),
      );
      const charge = right(
        ask(engine, engineOperations.retrieveCharge, { charge: latest_charge ?? '' }),
      );
      const debit = textAt(charge, `payment_method_details.${type}.generated_sepa_debit`);
      const listed = debitsOf(shop);
      expect(listed).to.have.nested.include({
        'data[0].id': debit,
        'data[0].sepa_debit.country': country,
        'data[0].sepa_debit.generated_from.charge': latest_charge,
        'data[0].sepa_debit.last4': last4,
      });
      const mandate = textAt(charge, `payment_method_details.${type}.generated_sepa_debit_mandate`);
      expect(right(ask(engine, engineOperations.retrieveMandate, { mandate }))).to.include({
        payment_method: debit,
        status: 'active',
        type: 'multi_use',
      });
      const later = right(
        ask(engine, engineOperations.createIntent, {
          amount: '500',
          currency: 'eur',
          customer: shop.customer,
          payment_method: debit,
          payment_method_types: ['sepa_debit'],
          off_session: 'true',
          confirm: 'true',
        }),
      );
      expect(later['status']).to.equal('processing');
    });

    it('saves nothing unless asked to', () => {
      const shop = openShop();
      const { id } = right(payment(shop, type));
      right(shop.engine.control(controls.completeChallenge, { payment_intent: String(id) }));
      expect(debitsOf(shop)['data']).to.deep.equal([]);
    });

    it('is refused without the agreement to be debited later', () => {
      const refused = payment(openShop(), type, {
        mandate_data: '',
        setup_future_usage: 'off_session',
      });
      expect(refusal(refused).message).to.equal(
        `When confirming a PaymentIntent with a \`${type}\` PaymentMethod and \`setup_future_usage\` value of off_session, \`mandate_data\` is required.`,
      );
    });
  });

  describe(`a setup intent with ${type}`, () => {
    it('sends the customer to the bank, and saves a direct debit', () => {
      const shop = openShop();
      const { engine, customer } = shop;
      const waiting = right(
        ask(engine, engineOperations.createSetupIntent, { customer, ...form(type) }),
      );
      expect(waiting).to.have.nested.include({
        status: 'requires_action',
        'next_action.type': 'redirect_to_url',
      });
      const id = String(waiting['id']);
      const done = right(engine.control(controls.completeSetupChallenge, { setup_intent: id }));
      expect(done.status).to.equal('succeeded');
      const attempts = right(ask(engine, engineOperations.listSetupAttempts, { setup_intent: id }));
      const debit = textAt(attempts, `data.0.payment_method_details.${type}.generated_sepa_debit`);
      expect(debitsOf(shop)).to.have.nested.include({
        'data[0].id': debit,
        'data[0].sepa_debit.generated_from.setup_attempt': done.latest_attempt,
        'data[0].sepa_debit.last4': last4,
      });
      expect(
        right(ask(engine, engineOperations.retrieveMandate, { mandate: done.mandate ?? '' })),
      ).to.include({ payment_method: debit });
    });

    it('is refused without the agreement to be debited later', () => {
      const { engine, customer } = openShop();
      const refused = ask(engine, engineOperations.createSetupIntent, {
        customer,
        ...form(type, { mandate_data: '' }),
      });
      expect(refusal(refused).message).to.match(/^This SetupIntent requires a mandate, but no/);
    });

    it('is declined by a planned failure, before the customer is asked', () => {
      const { engine, customer } = openShop();
      engine.failNext({ on: 'create', with: { decline: 'generic_decline' }, times: 1 });
      const declined = ask(engine, engineOperations.createSetupIntent, {
        customer,
        ...form(type),
      });
      expect(refusal(declined)).to.have.nested.include({
        decline_code: 'generic_decline',
        'setup_intent.status': 'requires_payment_method',
      });
    });

    it('needs another method when the customer refuses', () => {
      const shop = openShop();
      const { id } = right(
        ask(shop.engine, engineOperations.createSetupIntent, {
          customer: shop.customer,
          ...form(type),
        }),
      );
      const failed = right(
        shop.engine.control(controls.failSetupChallenge, { setup_intent: String(id) }),
      );
      expect(failed.status).to.equal('requires_payment_method');
      expect(debitsOf(shop)['data']).to.deep.equal([]);
    });
  });
}

it('Bancontact needs the name of the customer, and knows languages', () => {
  const shop = openShop();
  const nameless = ask(shop.engine, engineOperations.createPaymentMethod, { type: 'bancontact' });
  expect(refusal(nameless).param).to.equal('billing_details[name]');
  const options = (preferred_language: string) => ({
    payment_method_options: { bancontact: { preferred_language } },
  });
  const intent = right(payment(shop, 'bancontact', options('nl')));
  expect(intent['payment_method_options']).to.deep.equal({
    bancontact: { preferred_language: 'nl' },
  });
  expect(refusal(payment(shop, 'bancontact', options('es'))).param).to.equal(
    'payment_method_options[bancontact][preferred_language]',
  );
});
