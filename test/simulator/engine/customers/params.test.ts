import { expect } from 'chai';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import type { JsonObject } from '../../../../src/simulator/engine/objects/json.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { longText, patienceMs, took } from '../../../support/time/took.js';

const create = ({ engine }: Shop, form: WireHash) =>
  ask(engine, engineOperations.createCustomer, form);
const update = ({ engine, customer }: Shop, form: WireHash) =>
  ask(engine, engineOperations.updateCustomer, { customer, ...form });

const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

const full: WireHash = {
  address: { city: 'Lugo', country: 'ES', line1: 'Calle 1', line2: '', postal_code: '27001' },
  balance: '-250',
  business_name: 'Sombreros, S.L.',
  description: 'Buys hats',
  email: 'eva@example.com',
  individual_name: 'Eva García',
  invoice_prefix: 'HATS01',
  invoice_settings: {
    custom_fields: [{ name: 'PO', value: '1234' }],
    footer: 'Gracias',
    rendering_options: { amount_tax_display: 'exclude_tax' },
  },
  metadata: { order: '6735' },
  name: 'Eva',
  next_invoice_sequence: '7',
  phone: '600',
  preferred_locales: { 0: 'gl', 1: 'es' },
  shipping: { address: { line1: 'Calle 2' }, name: 'Ana', phone: '601' },
  tax_exempt: 'reverse',
};

const kept = {
  address: { ...emptyAddress, city: 'Lugo', country: 'ES', line1: 'Calle 1', postal_code: '27001' },
  balance: -250,
  business_name: 'Sombreros, S.L.',
  description: 'Buys hats',
  email: 'eva@example.com',
  individual_name: 'Eva García',
  invoice_prefix: 'HATS01',
  invoice_settings: {
    custom_fields: [{ name: 'PO', value: '1234' }],
    default_payment_method: null,
    footer: 'Gracias',
    rendering_options: { amount_tax_display: 'exclude_tax', template: null },
  },
  metadata: { order: '6735' },
  name: 'Eva',
  next_invoice_sequence: 7,
  phone: '600',
  preferred_locales: ['gl', 'es'],
  shipping: { address: { ...emptyAddress, line1: 'Calle 2' }, name: 'Ana', phone: '601' },
  tax_exempt: 'reverse',
};

const nothing = {
  address: null,
  description: null,
  email: null,
  metadata: {},
  name: null,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
};

describe('the parameters of a customer', () => {
  it('are stored on creation and on update', () => {
    const shop = openShop();
    expect(right(create(shop, full))).to.deep.include(kept);
    expect(right(update(shop, full))).to.deep.include(kept);
  });

  it('are removed by an empty text and stay if absent', () => {
    const shop = openShop();
    right(update(shop, full));
    expect(right(update(shop, {}))).to.deep.include(kept);
    const names = Object.keys(nothing);
    const cleared = right(
      update(shop, {
        ...Object.fromEntries(names.map((name) => [name, ''])),
        business_name: '',
        individual_name: '',
        invoice_settings: { custom_fields: '', footer: '', rendering_options: '' },
      }),
    );
    expect(cleared).to.deep.include(nothing);
    expect(cleared).not.to.have.any.keys('business_name', 'individual_name');
    expect(cleared['invoice_settings']).to.deep.equal({
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    });
    expect(cleared).to.include({ balance: -250, invoice_prefix: 'HATS01' });
  });

  it('change one by one in settings and metadata; an address changes as a whole', () => {
    const shop = openShop();
    right(update(shop, full));
    expect(
      right(
        update(shop, {
          address: { city: 'Vigo' },
          invoice_settings: { footer: 'Adiós' },
          metadata: { order: '', size: 'M' },
        }),
      ),
    ).to.deep.include({
      address: { ...emptyAddress, city: 'Vigo' },
      invoice_settings: { ...kept.invoice_settings, footer: 'Adiós' },
      metadata: { size: 'M' },
    });
    const [event] = right(shop.engine.call(engineOperations.listEvents, {})).data;
    expect(event).to.deep.include({ type: 'customer.updated' });
    expect(event?.data.previous_attributes).to.deep.equal({
      address: { city: 'Lugo', country: 'ES', line1: 'Calle 1', postal_code: '27001' },
      invoice_settings: { footer: 'Gracias' },
      metadata: { order: '6735', size: null },
    });
  });

  const refused: ReadonlyArray<readonly [WireHash, string, string]> = [
    [{ balance: '1.5' }, 'balance', 'Invalid integer: 1.5'],
    [
      { invoice_prefix: 'hats' },
      'invoice_prefix',
      'Invalid invoice_prefix: must be 3 to 12 capital letters or digits',
    ],
    [
      { shipping: { name: 'Ana' } },
      'shipping[address]',
      'Missing required param: shipping[address].',
    ],
    [
      { shipping: { name: 'Ana', address: {}, carrier: 'UPS' } },
      'shipping[carrier]',
      'Received unknown parameter: shipping[carrier]',
    ],
    [
      { address: { street: 'Calle 1' } },
      'address[street]',
      'Received unknown parameter: address[street]',
    ],
    [
      { tax_exempt: 'sometimes' },
      'tax_exempt',
      'Invalid tax_exempt: must be one of none, exempt, or reverse',
    ],
    [
      { invoice_settings: { rendering_options: { template: 'inrtem_1' } } },
      'invoice_settings[rendering_options][template]',
      'This simulator does not simulate the parameter: invoice_settings[rendering_options][template]',
    ],
    ...['cash_balance', 'coupon', 'promotion_code', 'tax'].map((name): (typeof refused)[number] => [
      { [name]: 'x' },
      name,
      `This simulator does not simulate the parameter: ${name}`,
    ]),
    [{ emial: 'x' }, 'emial', 'Received unknown parameter: emial'],
  ];
  for (const [form, param, message] of refused) {
    it(`are refused without any change: ${message}`, () => {
      const shop = openShop();
      const before = shop.engine.snapshot();
      for (const outcome of [create(shop, form), update(shop, form)]) {
        expect(refusal(outcome)).to.include({
          status: 400,
          type: 'invalid_request_error',
          param,
          message,
        });
      }
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('are refused by the operation that does not have them', () => {
    const shop = openShop();
    expect(refusal(update(shop, { test_clock: 'x' })).code).to.equal('parameter_unknown');
    expect(refusal(create(shop, { test_clock: 'x' })).message).to.match(/does not simulate/);
    expect(refusal(create(shop, { default_source: 'x' })).code).to.equal('parameter_unknown');
    expect(refusal(update(shop, { payment_method: 'x' })).code).to.equal('parameter_unknown');
  });
});

describe('a customer', () => {
  it('can be created with a card, which becomes the default', () => {
    const shop = openShop();
    const { engine } = shop;
    let customer = '';
    const types = eventTypes(engine, () => {
      customer = String(right(create(shop, { source: 'tok_visa' }))['id']);
    });
    expect(types).to.deep.equal(['customer.created', 'customer.source.created']);
    const [card] = right(engine.call(engineOperations.listSources, { customer })).data;
    expect(right(engine.call(engineOperations.retrieveCustomer, { customer }))).to.include({
      default_source: card?.id,
    });
  });

  it('can be created with a payment method, which can be the default for invoices', () => {
    const shop = openShop();
    const { engine } = shop;
    let created: JsonObject = {};
    const form = {
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    };
    const types = eventTypes(engine, () => {
      created = right(create(shop, form));
    });
    expect(types).to.deep.equal(['customer.created', 'payment_method.attached']);
    const customer = String(created['id']);
    const [method] = right(engine.call(engineOperations.listPaymentMethods, { customer })).data;
    expect(method).to.include({ customer });
    expect(created).to.have.nested.property('invoice_settings.default_payment_method', method?.id);
  });

  it('is not created if its card or payment method is refused, and no id is used up', () => {
    const shop = openShop();
    const other = right(
      shop.engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer: shop.customer,
      }),
    );
    const before = shop.engine.snapshot();
    const cases: ReadonlyArray<readonly [WireHash, object]> = [
      [{ source: 'tok_chargeDeclined' }, { status: 402, decline_code: 'generic_decline' }],
      [{ source: 'tok_none' }, { status: 400, code: 'resource_missing', param: 'source' }],
      [{ payment_method: 'pm_card_chargeDeclined' }, { status: 402, code: 'card_declined' }],
      [{ payment_method: 'pm_none' }, { status: 400, param: 'payment_method' }],
      [{ payment_method: other.id }, { status: 400, code: 'payment_method_already_attached' }],
      [
        { payment_method: 'pm_card_visa', email: 'nobody' },
        { status: 400, code: 'email_invalid' },
      ],
      [
        { source: 'tok_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } },
        {
          status: 400,
          code: 'resource_missing',
          param: 'invoice_settings[default_payment_method]',
          message:
            'The customer does not have a payment method with the ID pm_card_visa. The payment method must be attached to the customer.',
        },
      ],
    ];
    for (const [form, expected] of cases) {
      expect(refusal(create(shop, form))).to.include(expected);
      expect(shop.engine.snapshot()).to.deep.equal(before);
    }
  });

  it('gets a new default card, which replaces the old one', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const attach = (source: string) =>
      right(engine.call(engineOperations.createSource, { customer, source })).id;
    const first = attach('tok_visa');
    const second = attach('tok_mastercard');
    const types = eventTypes(engine, () => {
      right(update(shop, { source: 'tok_amex', name: 'Eva' }));
    });
    expect(types).to.deep.equal([
      'customer.source.deleted',
      'customer.source.created',
      'customer.updated',
    ]);
    const { data } = right(engine.call(engineOperations.listSources, { customer }));
    expect(data.map(({ brand }) => brand)).to.deep.equal(['American Express', 'MasterCard']);
    expect(data.map(({ id }) => id))
      .to.include(second)
      .and.not.include(first);
    expect(right(engine.call(engineOperations.retrieveCustomer, { customer }))).to.include({
      default_source: data[0]?.id,
      name: 'Eva',
    });
    expect(refusal(update(shop, { source: 'tok_visa', default_source: second }))).to.include({
      status: 400,
      param: 'default_source',
      message: 'You may only specify one of these parameters: default_source, source.',
    });
  });

  it('pays invoices with an attached payment method until it is detached', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const settings = (default_payment_method: string) =>
      update(shop, { invoice_settings: { default_payment_method } });
    const current = () =>
      right(ask(engine, engineOperations.retrieveCustomer, { customer }))['invoice_settings'];
    const attach = () =>
      right(
        engine.call(engineOperations.attachPaymentMethod, {
          payment_method: 'pm_card_visa',
          customer,
        }),
      ).id;
    const method = attach();
    right(settings(method));
    expect(current()).to.include({ default_payment_method: method });
    const types = eventTypes(engine, () => {
      right(engine.call(engineOperations.detachPaymentMethod, { payment_method: method }));
    });
    expect(types).to.deep.equal(['payment_method.detached', 'customer.updated']);
    expect(current()).to.include({ default_payment_method: null });
    right(settings(attach()));
    right(settings(''));
    expect(current()).to.include({ default_payment_method: null });
    const param = 'invoice_settings[default_payment_method]';
    for (const id of [method, 'pm_card_visa']) {
      expect(refusal(settings(id))).to.include({ status: 400, code: 'resource_missing', param });
    }
    expect(refusal(settings('pm_none'))).to.include({
      param,
      message: "No such PaymentMethod: 'pm_none'",
    });
  });

  it('is created once for an idempotency key, which stores no card number', () => {
    const { engine } = openShop();
    const number = '4242424242424242';
    const card = { object: 'card', number, exp_month: '12', exp_year: '30', cvc: '123' };
    const send = (source: WireHash) =>
      ask(engine, engineOperations.createCustomer, { source }, { idempotencyKey: 'once' });
    const first = right(send(card));
    expect(right(send({ ...card, number: '4242 4242 4242 4242' }))).to.equal(first);
    expect(refusal(send({ ...card, number: '5555555555554444' })).type).to.equal(
      'idempotency_error',
    );
    expect(JSON.stringify(engine.snapshot())).not.to.include(number);
  });
});

describe('an email address as long as a body may be', () => {
  it('is read in linear time', async () => {
    const { createCustomer } = createMemoryProcessor({ seed: 'long' });
    for (const filling of ['.', 'a', 'a.', '@', '.@']) {
      const email = `a@${filling.repeat(longText / filling.length)} `;
      expect(await took(createCustomer({ email }))).to.be.below(patienceMs);
    }
  });
});
