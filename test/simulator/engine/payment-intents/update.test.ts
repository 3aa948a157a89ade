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

const created = ({ engine, customer }: Shop, extra: object = {}) =>
  right(
    engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      customer,
      ...extra,
    }),
  );
const update = ({ engine }: Shop, payment_intent: string, form: WireHash) =>
  ask(engine, engineOperations.updateIntent, { payment_intent, ...form });
const confirm = ({ engine }: Shop, payment_intent: string) =>
  right(engine.call(engineOperations.confirmIntent, { payment_intent }));

describe('an update of a payment intent', () => {
  it('changes the given fields only, and emits no event', () => {
    const shop = openShop();
    const before = created(shop, { description: 'Hats', metadata: { a: '1', b: '2' } });
    const types = eventTypes(shop.engine, () => {
      const after = right(
        update(shop, before.id, {
          amount: '2500',
          currency: 'GBP',
          description: '',
          metadata: { a: '', c: '3' },
          receipt_email: 'a@b.c',
          setup_future_usage: 'off_session',
          statement_descriptor: 'HATS',
        }),
      );
      expect(after).to.deep.equal({
        ...before,
        amount: 2500,
        currency: 'gbp',
        description: null,
        metadata: { b: '2', c: '3' },
        receipt_email: 'a@b.c',
        setup_future_usage: 'off_session',
        statement_descriptor: 'HATS',
      });
    });
    expect(types).to.deep.equal([]);
    expect(right(update(shop, before.id, { metadata: '', receipt_email: '' }))).to.deep.include({
      metadata: {},
      receipt_email: null,
    });
  });

  it('sets a payment method, which is then charged', () => {
    const shop = openShop();
    const { id } = created(shop);
    const supplied = right(update(shop, id, { payment_method: 'pm_card_visa' }));
    expect(supplied['status']).to.equal('requires_confirmation');
    expect(confirm(shop, id).status).to.equal('succeeded');
  });

  it('removes the error of the last attempt', () => {
    const shop = openShop();
    const { id } = created(shop, { payment_method: 'pm_card_visa_chargeDeclined' });
    refusal(shop.engine.call(engineOperations.confirmIntent, { payment_intent: id }));
    const after = right(update(shop, id, { metadata: { tried: 'once' } }));
    expect(after).to.include({ status: 'requires_payment_method', last_payment_error: null });
  });

  for (const [name, form, status] of [
    ['another amount', { amount: '2001' }, 'requires_confirmation'],
    ['another currency', { currency: 'usd' }, 'requires_confirmation'],
    ['another card', { payment_method: 'pm_card_mastercard' }, 'requires_confirmation'],
    ['another description', { description: 'Hats' }, 'requires_action'],
  ] as const) {
    it(`with ${name} leaves an open challenge in ${status}`, () => {
      const shop = openShop();
      const { id } = pay(shop, 'pm_card_threeDSecure2Required');
      const after = right(update(shop, id, form));
      expect(after['status']).to.equal(status);
      expect(after['next_action'] === null).to.equal(status === 'requires_confirmation');
    });
  }

  it('with another amount makes the customer authenticate again', () => {
    const shop = openShop();
    const extra = { confirmation_method: 'manual' };
    const again = (form: WireHash): string => {
      const { id } = pay(shop, 'pm_card_threeDSecure2Required', extra);
      right(shop.engine.control(controls.completeChallenge, { payment_intent: id }));
      right(update(shop, id, form));
      return confirm(shop, id).status;
    };
    expect(again({ description: 'Hats' })).to.equal('succeeded');
    expect(again({ amount: '3000' })).to.equal('requires_action');
  });

  const settled = (shop: Shop) => pay(shop).id;
  const held = (shop: Shop) => pay(shop, 'pm_card_visa', { capture_method: 'manual' }).id;
  const canceled = (shop: Shop) => {
    const { id } = created(shop);
    return right(shop.engine.call(engineOperations.cancelIntent, { payment_intent: id })).id;
  };
  for (const [status, made] of [
    ['succeeded', settled],
    ['requires_capture', held],
    ['canceled', canceled],
  ] as const) {
    it(`of one in ${status} can change its description and metadata, but not its terms`, () => {
      const shop = openShop();
      const id = made(shop);
      for (const [param, value] of [
        ['amount', '3000'],
        ['currency', 'usd'],
        ['customer', shop.customer],
        ['payment_method', 'pm_card_visa'],
        ['statement_descriptor', 'HATS'],
        ['setup_future_usage', ''],
      ] as const) {
        const error = refusal(update(shop, id, { [param]: value }));
        expect(error).to.include({
          status: 400,
          code: 'payment_intent_unexpected_state',
          param,
          message: `This PaymentIntent's ${param} could not be updated because it has a status of ${status}. You may only update the ${param} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
        });
        expect(error.payment_intent?.id).to.equal(id);
      }
      const form = { description: 'Hats', metadata: { order: '1' } };
      expect(right(update(shop, id, form))).to.deep.include({ status, ...form });
    });
  }

  it('refuses the same as a creation, and changes nothing', () => {
    const shop = openShop();
    const { id } = created(shop);
    const stranger = right(shop.engine.call(engineOperations.createCustomer, {})).id;
    const { id: theirs } = right(
      shop.engine.call(engineOperations.createSource, { customer: stranger, source: 'tok_visa' }),
    );
    const unowned = right(
      shop.engine.call(engineOperations.createIntent, { amount: 2000, currency: 'eur' }),
    );
    const before = shop.engine.snapshot();
    for (const [form, param] of [
      [{ amount: '49' }, 'amount'],
      [{ currency: 'isk', amount: '250' }, 'amount'],
      [{ currency: 'xyz' }, 'currency'],
      [{ payment_method: 'pm_none' }, 'payment_method'],
      [{ payment_method: theirs }, 'payment_method'],
      [{ metadata: { ['k'.repeat(41)]: '1' } }, 'metadata'],
      [{ application_fee_amount: '1' }, 'application_fee_amount'],
      [{ confirm: 'true' }, 'confirm'],
    ] as const) {
      expect(refusal(update(shop, id, form))).to.include({ status: 400, param });
    }
    const { id: free } = unowned;
    expect(refusal(update(shop, free, { customer: 'cus_none' })).param).to.equal('customer');
    expect(refusal(update(shop, 'pi_none', {}))).to.include({ status: 404, param: 'intent' });
    expect(shop.engine.snapshot()).to.deep.equal(before);
  });

  // https://github.com/woocommerce/woocommerce-gateway-stripe/issues/1068
  it('gives an intent its customer once', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    const { id } = right(
      engine.call(engineOperations.createIntent, { amount: 2000, currency: 'eur' }),
    );
    expect(right(update(shop, id, { customer }))['customer']).to.equal(customer);
    expect(right(update(shop, id, { customer, amount: '3000' }))['amount']).to.equal(3000);
    expect(refusal(update(shop, id, { customer: other }))).to.include({
      status: 400,
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
    });
  });

  it('gives an intent no customer to whom its card does not belong', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const { id: payment_method } = right(
      engine.call(engineOperations.createPaymentMethod, {
        type: 'card',
        card: { token: 'tok_visa' },
      }),
    );
    const { id } = right(
      engine.call(engineOperations.createIntent, { amount: 2000, currency: 'eur', payment_method }),
    );
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    right(engine.call(engineOperations.attachPaymentMethod, { payment_method, customer: other }));
    expect(refusal(update(shop, id, { customer })).param).to.equal('payment_method');
    expect(right(update(shop, id, { customer: other }))['customer']).to.equal(other);
  });

  it('does not store the card number with an idempotency key', () => {
    const shop = openShop();
    const { id } = created(shop);
    const number = '4242424242424242';
    const card = { number, exp_month: '12', exp_year: '2030' };
    const form = { payment_intent: id, payment_method_data: { type: 'card', card } };
    const keyed = { idempotencyKey: 'k' };
    right(ask(shop.engine, engineOperations.updateIntent, form, keyed));
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain(number);
  });
});
