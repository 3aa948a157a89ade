import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const written: WireHash = {
  object: 'card',
  number: '4242424242424242',
  exp_month: '8',
  exp_year: '2030',
};

const holder = {
  address_city: 'Lugo',
  address_country: 'ES',
  address_line1: 'Calle 1',
  address_line2: '2º',
  address_state: 'LU',
  address_zip: '27001',
  name: 'Eva',
};

const create = ({ engine, customer }: Shop, form: WireHash) =>
  ask(engine, engineOperations.createSource, { customer, ...form });

const shopWithCard = () => {
  const shop = openShop();
  const card = String(right(create(shop, { source: { ...written, ...holder } }))['id']);
  const change = (form: WireHash) =>
    ask(shop.engine, engineOperations.updateSource, { customer: shop.customer, card, ...form });
  return { ...shop, card, change };
};

describe('a card of a customer', () => {
  it('can be created from a number, with its holder and metadata', () => {
    const shop = openShop();
    const source = { ...written, ...holder, cvc: '123', currency: 'eur', metadata: { a: '1' } };
    expect(right(create(shop, { source, metadata: { b: '2' } }))).to.deep.include({
      ...holder,
      object: 'card',
      customer: shop.customer,
      brand: 'Visa',
      exp_month: 8,
      exp_year: 2030,
      cvc_check: 'pass',
      address_line1_check: 'pass',
      address_zip_check: 'pass',
      metadata: { a: '1', b: '2' },
    });
  });

  it('has null in absent fields', () => {
    const shop = openShop();
    const card = right(create(shop, { source: { ...written, address_line2: '' } }));
    expect(card).to.include({
      name: null,
      address_city: null,
      address_line2: null,
      address_line1_check: null,
      address_zip_check: null,
      cvc_check: null,
    });
    expect(card['metadata']).to.deep.equal({});
  });

  for (const [given, shown] of [
    ['30', 2030],
    ['26', 2026],
    ['76', 2076],
  ] as const) {
    it(`expires in ${shown} when given ${given}`, () => {
      const source = { ...written, exp_year: given };
      expect(right(create(openShop(), { source }))).to.include({ exp_year: shown });
    });
  }

  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [{}, { status: 400, code: 'parameter_missing', param: 'source' }],
    [
      { source: { ...written, exp_year: '77' } },
      { status: 402, code: 'invalid_expiry_year', param: 'exp_year' },
    ],
    [
      { source: { ...written, exp_year: '25' } },
      { status: 402, code: 'invalid_expiry_year', param: 'exp_year' },
    ],
    [
      { source: { ...written, exp_month: 'May' } },
      { status: 400, code: 'parameter_invalid_integer', param: 'source[exp_month]' },
    ],
    [
      { source: { ...written, number: '4000000000000002' } },
      { status: 402, code: 'card_declined', decline_code: 'generic_decline' },
    ],
    [
      { source: { object: 'card', exp_month: '8', exp_year: '2030' } },
      { status: 400, code: 'parameter_missing', param: 'source[number]' },
    ],
    [
      { source: { ...written, object: 'bank_account' } },
      {
        status: 400,
        param: 'source[object]',
        message: 'This simulator does not simulate the source[object]: bank_account',
      },
    ],
    [
      { source: { object: 'bank_account', account_number: '1' } },
      { status: 400, message: 'This simulator does not simulate the source[object]: bank_account' },
    ],
    [{ source: { ...written, pin: '1' } }, { status: 400, code: 'parameter_unknown' }],
    [
      { source: { ...written, metadata: { a: 'v'.repeat(501) } } },
      { status: 400, param: 'metadata' },
    ],
    [
      { bank_account: 'btok_1' },
      { message: 'This simulator does not simulate the parameter: bank_account' },
    ],
  ];
  for (const [form, expected] of refused) {
    it(`is refused without any change: ${JSON.stringify(expected)}`, () => {
      const shop = openShop();
      const before = shop.engine.snapshot();
      expect(refusal(create(shop, form))).to.include(expected);
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('is created once for an idempotency key, which stores no card number', () => {
    const { engine, customer } = openShop();
    const send = (number: string, cvc: string) =>
      ask(
        engine,
        engineOperations.createSource,
        { customer, source: { ...written, number, cvc } },
        { idempotencyKey: 'once' },
      );
    const first = right(send('4242424242424242', '123'));
    expect(right(send('4242 4242 4242 4242', '321'))).to.equal(first);
    expect(refusal(send('5555555555554444', '123')).type).to.equal('idempotency_error');
    expect(JSON.stringify(engine.snapshot())).not.to.match(/4242424242424242|"321"/);
  });

  it('can be changed, and the event names the changed fields', () => {
    const { engine, customer, card, change } = shopWithCard();
    const changed = right(
      change({ exp_month: '01', exp_year: '31', name: '', address_zip: '', metadata: { a: '1' } }),
    );
    expect(changed).to.deep.include({
      ...holder,
      id: card,
      exp_month: 1,
      exp_year: 2031,
      name: null,
      address_zip: null,
      address_zip_check: null,
      metadata: { a: '1' },
    });
    expect(right(engine.call(engineOperations.retrieveSource, { customer, card }))).to.deep.equal(
      changed,
    );
    const [event] = right(engine.call(engineOperations.listEvents, {})).data;
    expect(event?.type).to.equal('customer.source.updated');
    expect(event?.data.object).to.deep.equal(changed);
    expect(event?.data.previous_attributes).to.deep.equal({
      exp_month: 8,
      exp_year: 2030,
      name: 'Eva',
      address_zip: '27001',
      address_zip_check: 'pass',
      metadata: { a: null },
    });
  });

  it('emits no event if nothing changes', () => {
    const { engine, change } = shopWithCard();
    expect(
      eventTypes(engine, () => {
        right(change({}));
        right(change({ name: 'Eva', exp_year: '2030', metadata: '' }));
      }),
    ).to.deep.equal([]);
  });

  it('refuses values that no card can have', () => {
    const { engine, customer, change } = shopWithCard();
    const before = engine.snapshot();
    for (const [form, expected] of [
      [{ exp_month: '13' }, { status: 402, code: 'invalid_expiry_month' }],
      [{ exp_year: '2025' }, { status: 402, code: 'invalid_expiry_year' }],
      [{ metadata: { 'a[b]': 'c' } }, { status: 400, param: 'metadata' }],
      [{ number: '4242424242424242' }, { status: 400, code: 'parameter_unknown' }],
      [{ owner: { name: 'x' } }, { status: 400, param: 'owner' }],
    ] as const) {
      expect(refusal(change(form))).to.include(expected);
    }
    expect(
      refusal(engine.call(engineOperations.updateSource, { customer, card: 'card_none' })),
    ).to.include({ status: 404, message: "No such source: 'card_none'" });
    expect(engine.snapshot()).to.deep.equal(before);
  });

  it('passes its holder on as the billing details of a charge', () => {
    const shop = shopWithCard();
    const { engine, customer, card } = shop;
    const billing = {
      address: {
        city: 'Lugo',
        country: 'ES',
        line1: 'Calle 1',
        line2: '2º',
        postal_code: '27001',
        state: 'LU',
      },
      email: null,
      name: 'Eva',
      phone: null,
      tax_id: null,
    };
    const method = right(
      engine.call(engineOperations.retrievePaymentMethod, { payment_method: card }),
    );
    expect(method.billing_details).to.deep.equal(billing);
    expect(method.card?.checks).to.include({
      address_line1_check: 'pass',
      address_postal_code_check: 'pass',
    });
    const intent = right(
      engine.call(engineOperations.createIntent, {
        amount: 100,
        currency: 'eur',
        customer,
        payment_method: card,
        confirm: true,
      }),
    );
    const charge = right(
      engine.call(engineOperations.retrieveCharge, { charge: intent.latest_charge ?? '' }),
    );
    expect(charge.billing_details).to.deep.equal(billing);
  });
});

describe('the old paths of cards', () => {
  it('lead to the same operations', () => {
    expect(
      [
        engineOperations.createCustomerCard,
        engineOperations.listCustomerCards,
        engineOperations.retrieveCustomerCard,
        engineOperations.updateCustomerCard,
        engineOperations.deleteCustomerCard,
      ].map(({ name, method, path }) => `${name}: ${method} ${path}`),
    ).to.deep.equal([
      'createCard: POST /v1/customers/:customer/cards',
      'listCards: GET /v1/customers/:customer/cards',
      'retrieveCard: GET /v1/customers/:customer/cards/:card',
      'updateCard: POST /v1/customers/:customer/cards/:card',
      'deleteCard: DELETE /v1/customers/:customer/cards/:card',
    ]);
  });

  it('respond as the new ones do', () => {
    const { engine, customer } = openShop();
    const made = right(
      ask(engine, engineOperations.createCustomerCard, { customer, source: 'tok_visa' }),
    );
    const card = String(made['id']);
    expect(right(ask(engine, engineOperations.retrieveSource, { customer, card }))).to.deep.equal(
      made,
    );
    right(ask(engine, engineOperations.updateCustomerCard, { customer, card, name: 'Eva' }));
    expect(right(ask(engine, engineOperations.listCustomerCards, { customer })))
      .to.have.nested.property('data[0].name')
      .that.equals('Eva');
    expect(
      right(ask(engine, engineOperations.deleteCustomerCard, { customer, card })),
    ).to.deep.equal({
      id: card,
      object: 'card',
      deleted: true,
    });
    expect(
      refusal(ask(engine, engineOperations.retrieveCustomerCard, { customer, card })).status,
    ).to.equal(404);
  });

  it('are other endpoints to an idempotency key', () => {
    const { engine, customer } = openShop();
    const form = { customer, source: 'tok_visa' };
    const options = { idempotencyKey: 'once' };
    right(ask(engine, engineOperations.createSource, form, options));
    expect(
      refusal(ask(engine, engineOperations.createCustomerCard, form, options)).message,
    ).to.include(`('/v1/customers/${customer}/cards' vs '/v1/customers/${customer}/sources')`);
  });
});

describe('the list of a customer with several cards', () => {
  // Source: tests of stripe-stateful-mock, which its authors check against Stripe.
  const shopWithCards = () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const first = String(right(create(shop, { source: written }))['id']);
    const middle = String(right(create(shop, { source: written }))['id']);
    const last = String(right(create(shop, { source: written }))['id']);
    right(engine.call(engineOperations.updateCustomer, { customer, default_source: middle }));
    const list = (page: object = {}) => {
      const { data, has_more } = right(
        engine.call(engineOperations.listSources, { customer, ...page }),
      );
      return { ids: data.map(({ id }) => id), has_more };
    };
    return { ...shop, first, middle, last, list };
  };

  it('begins with the default, then goes on with the newest', () => {
    const { engine, customer, first, middle, last, list } = shopWithCards();
    expect(list()).to.deep.equal({ ids: [middle, last, first], has_more: false });
    const expanded = ask(engine, engineOperations.retrieveCustomer, {
      customer,
      expand: ['sources'],
    });
    expect(right(expanded))
      .to.have.nested.property('sources.data')
      .that.satisfies((data: ReadonlyArray<{ readonly id: string }>) => {
        expect(data.map(({ id }) => id)).to.deep.equal([middle, last, first]);
        return true;
      });
  });

  it('has the same order page by page, in both directions', () => {
    const { first, middle, last, list } = shopWithCards();
    expect(list({ limit: 1 })).to.deep.equal({ ids: [middle], has_more: true });
    const second = list({ limit: 1, starting_after: middle });
    expect(second).to.deep.equal({ ids: [last], has_more: true });
    const third = list({ limit: 1, starting_after: last });
    expect(third).to.deep.equal({ ids: [first], has_more: false });
    expect(list({ ending_before: first })).to.deep.equal({ ids: [middle, last], has_more: false });
    expect(list({ ending_before: last })).to.deep.equal({ ids: [middle], has_more: false });
    expect(list({ ending_before: middle })).to.deep.equal({ ids: [], has_more: false });
  });
});
