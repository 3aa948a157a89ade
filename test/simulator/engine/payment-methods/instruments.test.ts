import { expect } from 'chai';
import { isSimulatedMethod } from '../../../../src/simulator/engine/methods/methods.js';
import { otherPaymentMethodTypes } from '../../../../src/simulator/engine/objects/payment-method.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const card: WireHash = { number: '4242424242424242', exp_month: '8', exp_year: '30', cvc: '123' };

const create = ({ engine }: Shop, form: WireHash) =>
  ask(engine, engineOperations.createPaymentMethod, { type: 'card', card, ...form });

const nowhere = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
const nobody = { address: nowhere, email: null, name: null, phone: null, tax_id: null };

const shopWithMethod = (form: WireHash = {}) => {
  const shop = openShop();
  const { engine, customer } = shop;
  const method = String(right(create(shop, form))['id']);
  right(engine.call(engineOperations.attachPaymentMethod, { payment_method: method, customer }));
  const change = (fields: WireHash) =>
    ask(engine, engineOperations.updatePaymentMethod, { payment_method: method, ...fields });
  return { ...shop, method, change };
};

describe('payment methods', () => {
  it('store the given fields', () => {
    expect(
      right(
        create(openShop(), {
          allow_redisplay: 'limited',
          billing_details: {
            address: { city: 'Lugo', line2: '' },
            email: 'eva@example.com',
            phone: '',
            tax_id: '000.000.000-00',
          },
          metadata: { a: '1' },
        }),
      ),
    ).to.deep.include({
      object: 'payment_method',
      type: 'card',
      allow_redisplay: 'limited',
      customer: null,
      billing_details: {
        ...nobody,
        address: { ...nowhere, city: 'Lugo' },
        email: 'eva@example.com',
        tax_id: '000.000.000-00',
      },
      metadata: { a: '1' },
    });
    const plain = right(create(openShop(), {}));
    expect(plain).to.deep.include({
      allow_redisplay: 'unspecified',
      billing_details: nobody,
      metadata: {},
    });
    expect(plain).to.have.nested.property('card.exp_year', 2030);
  });

  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [{ type: 'cash' }, { param: 'type', message: /^Invalid type: must be one of card, / }],
    [
      { type: 'alipay' },
      { param: 'type', message: /^The payment method type "alipay" is invalid\. / },
    ],
    [
      { type: 'customer_balance' },
      { param: 'type', message: /^This simulator does not simulate the type: customer_balance$/ },
    ],
    [{ ideal: { bank: 'ing' } }, { param: 'ideal', message: /only with the type ideal/ }],
    [
      { alipay: { a: 'x' } },
      { param: 'alipay', message: /^This simulator does not simulate the parameter: / },
    ],
    [{ card: { ...card, name: 'Eva' } }, { code: 'parameter_unknown', param: 'card[name]' }],
    [{ card: { token: 'tok_none' } }, { code: 'resource_missing', param: 'card[token]' }],
    [
      { card: { token: 'tok_visa', cvc: '123' } },
      { code: 'parameter_unknown', param: 'card[cvc]' },
    ],
    [{ customer: 'cus_1' }, { param: 'customer', message: /does not simulate/ }],
    [{ allow_redisplay: 'never' }, { param: 'allow_redisplay' }],
    [{ metadata: { a: 'v'.repeat(501) } }, { param: 'metadata' }],
  ];
  for (const [form, { message, ...expected }] of refused.map(
    ([given, fields]) => [given, { message: /./, ...fields }] as const,
  )) {
    it(`are refused without any change: ${JSON.stringify(form)}`, () => {
      const shop = openShop();
      const before = shop.engine.snapshot();
      const error = refusal(create(shop, form));
      expect(error).to.include({ status: 400, type: 'invalid_request_error', ...expected });
      expect(error.message).to.match(message);
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('are of a simulated type: every other type is refused by name', () => {
    const shop = openShop();
    for (const type of otherPaymentMethodTypes.filter((name) => !isSimulatedMethod(name))) {
      const { message, param } = refusal(create(shop, { type }));
      expect(param).to.equal('type');
      expect(message).to.include(type);
      expect(refusal(create(shop, { [type]: { a: 'b' } })).param).to.equal(type);
    }
  });

  it('are created once for an idempotency key, which stores no card number', () => {
    const { engine } = openShop();
    const send = (number: string) =>
      ask(
        engine,
        engineOperations.createPaymentMethod,
        { type: 'card', card: { ...card, number } },
        { idempotencyKey: 'once' },
      );
    const first = right(send('4242424242424242'));
    expect(right(send('4242-4242-4242-4242'))).to.equal(first);
    expect(refusal(send('5555555555554444')).type).to.equal('idempotency_error');
    expect(JSON.stringify(engine.snapshot())).not.to.include('4242424242424242');
  });

  it('can be changed once attached, and the event names the changed fields', () => {
    const { engine, method, change } = shopWithMethod({
      billing_details: { address: { city: 'Lugo' }, name: 'Eva' },
    });
    const changed = right(
      change({
        allow_redisplay: 'always',
        billing_details: { email: 'eva@example.com' },
        card: { exp_month: '1', exp_year: '31' },
        metadata: { a: '1' },
      }),
    );
    expect(changed).to.deep.include({
      allow_redisplay: 'always',
      billing_details: {
        ...nobody,
        address: { ...nowhere, city: 'Lugo' },
        email: 'eva@example.com',
        name: 'Eva',
      },
      metadata: { a: '1' },
    });
    expect(changed['card']).to.include({ exp_month: 1, exp_year: 2031 });
    expect(
      right(engine.call(engineOperations.retrievePaymentMethod, { payment_method: method })),
    ).to.deep.equal(changed);
    const [event] = right(engine.call(engineOperations.listEvents, {})).data;
    expect(event?.type).to.equal('payment_method.updated');
    expect(event?.data.previous_attributes).to.deep.equal({
      allow_redisplay: 'unspecified',
      billing_details: { email: null },
      card: { exp_month: 8, exp_year: 2030 },
      metadata: { a: null },
    });
    right(change({ billing_details: { address: '', name: '' } }));
    expect(
      right(engine.call(engineOperations.retrievePaymentMethod, { payment_method: method }))
        .billing_details,
    ).to.deep.equal({ ...nobody, email: 'eva@example.com' });
  });

  it('emit no event if nothing changes or a value is refused', () => {
    const shop = shopWithMethod();
    const { engine, change } = shop;
    const types = eventTypes(engine, () => {
      right(change({}));
      right(change({ card: { exp_month: '8' }, billing_details: { name: '' } }));
      expect(refusal(change({ card: { exp_year: '2025' } })).code).to.equal('invalid_expiry_year');
      expect(refusal(change({ type: 'card' })).code).to.equal('parameter_unknown');
    });
    expect(types).to.deep.equal([]);
    const loose = String(right(create(shop, {}))['id']);
    expect(
      refusal(ask(engine, engineOperations.updatePaymentMethod, { payment_method: loose })),
    ).to.include({
      status: 400,
      message: 'You must save this PaymentMethod to a customer before you can update it.',
    });
  });

  it('can be cards: changing one changes the card', () => {
    const { engine, customer } = openShop();
    const { id } = right(
      engine.call(engineOperations.createSource, { customer, source: 'tok_visa' }),
    );
    const types = eventTypes(engine, () => {
      right(
        ask(engine, engineOperations.updatePaymentMethod, {
          payment_method: id,
          billing_details: { name: 'Eva' },
        }),
      );
    });
    expect(types).to.deep.equal(['customer.source.updated']);
    expect(
      right(engine.call(engineOperations.retrieveSource, { customer, card: id })).name,
    ).to.equal('Eva');
  });

  it('are not attached if the bank refuses, and no id is used up', () => {
    const { engine, customer } = openShop();
    const before = engine.snapshot();
    const attach = ask(engine, engineOperations.attachPaymentMethod, {
      payment_method: 'pm_card_chargeDeclined',
      customer,
    });
    expect(refusal(attach).status).to.equal(402);
    expect(engine.snapshot()).to.deep.equal(before);
  });
});

describe('a payment with a payment method', () => {
  it('checks the card with its bank, attached or not', () => {
    const shop = openShop();
    const { engine } = shop;
    const address = { line1: 'Calle 1', postal_code: '27001' };
    const method = right(create(shop, { billing_details: { address } }));
    const unchecked = {
      address_line1_check: 'unchecked',
      address_postal_code_check: 'unchecked',
      cvc_check: 'unchecked',
    };
    expect(method).to.have.nested.property('card.checks').that.deep.equals(unchecked);
    const intent = ask(engine, engineOperations.createIntent, {
      amount: '100',
      currency: 'eur',
      payment_method: String(method['id']),
      confirm: 'true',
      expand: ['latest_charge'],
    });
    expect(right(intent))
      .to.have.nested.property('latest_charge.payment_method_details.card.checks')
      .that.deep.equals({
        address_line1_check: 'pass',
        address_postal_code_check: 'pass',
        cvc_check: 'pass',
      });
  });
});

describe('the payment methods of a customer', () => {
  it('are retrieved only with their own customer', () => {
    const shop = shopWithMethod();
    const { engine, customer, method } = shop;
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    const retrieve = (owner: string, id = method) =>
      ask(engine, engineOperations.retrieveCustomerPaymentMethod, {
        customer: owner,
        payment_method: id,
      });
    expect(right(retrieve(customer))).to.deep.equal(
      right(engine.call(engineOperations.retrievePaymentMethod, { payment_method: method })),
    );
    // Recording 06, step 10.
    const foreign = refusal(retrieve(other));
    expect(foreign).to.include({ status: 404, param: 'customer', message: 'Invalid request' });
    expect(foreign).not.to.have.property('code');
    const none = refusal(retrieve(customer, 'pm_none'));
    expect(none).to.include({ status: 404, code: 'resource_missing', param: 'id' });
    expect(refusal(retrieve('cus_none')).message).to.equal("No such customer: 'cus_none'");
  });

  it('are listed at both paths, page by page', () => {
    const { engine, customer, method } = shopWithMethod();
    const source = right(
      engine.call(engineOperations.createSource, { customer, source: 'tok_visa' }),
    );
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    const strange = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer: other,
      }),
    );
    for (const [operation, url, status] of [
      [engineOperations.listPaymentMethods, '/v1/payment_methods', 400],
      [
        engineOperations.listCustomerPaymentMethods,
        `/v1/customers/${customer}/payment_methods`,
        404,
      ],
    ] as const) {
      const list = (form: WireHash) => ask(engine, operation, { customer, ...form });
      const ids = (form: WireHash) => {
        const { data } = right(list(form));
        return Array.isArray(data) ? data.map((item: { readonly id: string }) => item.id) : [];
      };
      expect(right(list({ type: 'card' }))).to.include({ object: 'list', has_more: false, url });
      expect(ids({})).to.deep.equal([source.id, method]);
      expect(ids({ limit: '1' })).to.deep.equal([source.id]);
      expect(ids({ starting_after: source.id })).to.deep.equal([method]);
      expect(refusal(list({ starting_after: strange.id }))).to.include({
        status: 400,
        param: 'starting_after',
      });
      expect(ids({ type: 'link' })).to.deep.equal([]);
      expect(refusal(list({ customer: 'cus_none' }))).to.include({
        status,
        message: "No such customer: 'cus_none'",
      });
    }
  });
});
