import { expect } from 'chai';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../src/simulator/engine/params/param.js';
import { ask } from '../../adapters/outbound/memory/support/ask.js';
import { openShop, pay } from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';

const openTill = () => {
  const shop = openShop();
  const { engine, customer } = shop;
  const card = right(engine.call(engineOperations.createSource, { customer, source: 'tok_visa' }));
  const intent = pay(shop, card.id);
  const charge = intent.latest_charge ?? '';
  const refund = right(
    engine.call(engineOperations.createRefund, { payment_intent: intent.id, amount: 500 }),
  );
  return { ...shop, card: card.id, intent: intent.id, charge, refund: refund.id };
};

type Till = ReturnType<typeof openTill>;

const intentWith = ({ engine, intent }: Till, ...expand: ReadonlyArray<string>) =>
  ask(engine, engineOperations.retrieveIntent, { payment_intent: intent, expand });

describe('expand', () => {
  it('replaces ids with objects, as their retrieval returns them', () => {
    const till = openTill();
    const { engine, customer, charge, card } = till;
    const plain = right(intentWith(till));
    expect(right(intentWith(till, 'customer', 'latest_charge', 'payment_method'))).to.deep.equal({
      ...plain,
      customer: right(engine.call(engineOperations.retrieveCustomer, { customer })),
      latest_charge: right(engine.call(engineOperations.retrieveCharge, { charge })),
      payment_method: right(
        engine.call(engineOperations.retrievePaymentMethod, { payment_method: card }),
      ),
    });
  });

  it('expands at most four levels', () => {
    const till = openTill();
    const path = 'latest_charge.payment_intent.customer.default_source';
    expect(right(intentWith(till, path)))
      .to.have.nested.property('latest_charge.payment_intent.customer.default_source')
      .that.includes({ id: till.card, object: 'card' });
    expect(refusal(intentWith(till, `${path}.customer`))).to.deep.include({
      status: 400,
      type: 'invalid_request_error',
      code: 'property_expansion_max_depth',
      message: `You cannot expand more than 4 levels of a property. Property: ${path}.customer`,
    });
  });

  it('expands both of two paths with the same beginning', () => {
    const till = openTill();
    const both = ['latest_charge.customer', 'latest_charge.payment_intent'];
    for (const expand of [both, both.toReversed(), ['latest_charge', ...both]]) {
      const answer = right(intentWith(till, ...expand));
      expect(answer).to.have.nested.property('latest_charge.customer.object', 'customer');
      expect(answer).to.have.nested.property(
        'latest_charge.payment_intent.object',
        'payment_intent',
      );
    }
  });

  it('leaves null as it is', () => {
    const { engine, customer } = openShop();
    const intent = right(
      engine.call(engineOperations.createIntent, { amount: 100, currency: 'eur' }),
    );
    const answer = ask(engine, engineOperations.retrieveIntent, {
      payment_intent: intent.id,
      expand: ['latest_charge.customer', 'customer', 'payment_method'],
    });
    expect(right(answer)).to.deep.equal(intent);
    const expand = ['default_source', 'invoice_settings.default_payment_method'];
    expect(
      right(ask(engine, engineOperations.retrieveCustomer, { customer, expand })),
    ).to.deep.equal(right(engine.call(engineOperations.retrieveCustomer, { customer })));
  });

  it('shows the mark of a deleted customer', () => {
    const till = openTill();
    const { engine, customer } = till;
    const deleted = right(engine.call(engineOperations.deleteCustomer, { customer }));
    expect(
      right(intentWith(till, 'customer', 'latest_charge.customer.default_source')),
    ).to.deep.include({ customer: deleted });
    const expand = ['sources', 'default_source'];
    expect(
      right(ask(engine, engineOperations.retrieveCustomer, { customer, expand })),
    ).to.deep.equal(deleted);
  });

  it('reaches into a nested hash', () => {
    const { engine, customer } = openShop();
    const { id } = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer,
      }),
    );
    const updated = ask(engine, engineOperations.updateCustomer, {
      customer,
      invoice_settings: { default_payment_method: id },
      expand: { 0: 'invoice_settings.default_payment_method.customer' },
    });
    expect(right(updated))
      .to.have.nested.property('invoice_settings.default_payment_method.customer')
      .that.includes({ id: customer, object: 'customer' });
  });

  it('shows lists that are absent otherwise', () => {
    const till = openTill();
    const { engine, customer, charge, refund } = till;
    const shown = (expand: ReadonlyArray<string>) =>
      right(ask(engine, engineOperations.retrieveCustomer, { customer, expand }));
    expect(shown([])).not.to.have.property('sources');
    expect(shown(['sources'])).to.deep.include({
      sources: {
        ...right(engine.call(engineOperations.listSources, { customer })),
        total_count: 1,
      },
    });
    expect(shown(['sources.data.customer'])).to.have.nested.property(
      'sources.data[0].customer.id',
      customer,
    );
    const answer = right(intentWith(till, 'latest_charge.refunds'));
    expect(answer).to.have.nested.property('latest_charge.refunds.data[0].id', refund);
    expect(answer).to.have.nested.property(
      'latest_charge.refunds.url',
      `/v1/charges/${charge}/refunds`,
    );
  });

  it('shows ten items of a list, and whether there are more', () => {
    const { engine, customer } = openShop();
    const attach = () =>
      right(engine.call(engineOperations.createSource, { customer, source: 'tok_visa' })).id;
    const page = () =>
      right(ask(engine, engineOperations.retrieveCustomer, { customer, expand: ['sources'] }))[
        'sources'
      ];
    const [standard, ...others] = Array.from({ length: 10 }, attach);
    expect(page()).to.include({ object: 'list', has_more: false });
    const last = attach();
    expect(page()).to.include({ has_more: true });
    expect(page())
      .to.have.property('data')
      .that.satisfies(
        (data: ReadonlyArray<{ readonly id: string }>) =>
          data.map(({ id }) => id).join() ===
          [standard, last, ...others.toReversed()].slice(0, 10).join(),
      );
  });

  it('expands the items of a list under data', () => {
    const till = openTill();
    const { engine, customer, charge } = till;
    const list = (...expand: ReadonlyArray<string>) =>
      ask(engine, engineOperations.listIntents, { customer, expand });
    const answer = right(list('data.latest_charge', 'data.customer'));
    expect(answer).to.have.nested.property('data[0].latest_charge.id', charge);
    expect(answer).to.have.nested.property('data[0].customer.id', customer);
    expect(answer).to.include({ object: 'list', has_more: false, url: '/v1/payment_intents' });
    expect(right(list('data'))).to.deep.equal(right(list()));
    expect(refusal(list('latest_charge')).message).to.equal(
      "This property cannot be expanded (latest_charge). You may want to try expanding 'data.latest_charge' instead.",
    );
    expect(refusal(list('data.latest_charge.customer.default_source.customer')).code).to.equal(
      'property_expansion_max_depth',
    );
  });

  // Recorded in 2025-10-29.clover and 2026-03-25.dahlia: pay-rails/pay asks so for every customer.
  it('shows the parts of a customer that are absent otherwise', () => {
    const { engine, customer } = openShop();
    const ofCustomer = (...expand: ReadonlyArray<string>) =>
      right(ask(engine, engineOperations.retrieveCustomer, { customer, expand }));
    expect(ofCustomer('tax', 'invoice_credit_balance', 'cash_balance')).to.deep.equal({
      ...ofCustomer(),
      tax: {
        automatic_tax: 'unrecognized_location',
        ip_address: null,
        location: null,
        provider: 'stripe',
      },
      invoice_credit_balance: {},
      cash_balance: null,
    });
  });

  // Source: x-expandableFields of https://github.com/stripe/openapi.
  it('leaves a part as it is, and what leads from it to nothing', () => {
    const till = openTill();
    const charge = ['outcome', 'outcome.rule', 'billing_details', 'transfer.reversals.data'];
    expect(right(intentWith(till, ...charge.map((path) => `latest_charge.${path}`)))).to.deep.equal(
      right(intentWith(till, 'latest_charge')),
    );
    const balance = (...expand: ReadonlyArray<string>) =>
      right(ask(till.engine, engineOperations.retrieveBalance, { expand }));
    expect(balance('instant_available.net_available', 'pending')).to.deep.equal(balance());
  });

  it('expands the payment method of a last error', () => {
    const { engine, customer } = openShop();
    const { payment_intent } = refusal(
      engine.call(engineOperations.createIntent, {
        amount: 2000,
        currency: 'eur',
        customer,
        payment_method: 'pm_card_chargeCustomerFail',
        setup_future_usage: 'off_session',
        confirm: true,
      }),
    );
    const found = right(
      ask(engine, engineOperations.retrieveIntent, {
        payment_intent: payment_intent?.id ?? '',
        expand: ['last_payment_error.payment_method.customer'],
      }),
    );
    expect(found).to.have.nested.property('last_payment_error.payment_method.object');
  });

  it('leaves a field null whose object is not simulated', () => {
    const till = openTill();
    const { engine } = till;
    expect(right(intentWith(till, 'application', 'on_behalf_of', 'review'))).to.deep.equal(
      right(intentWith(till)),
    );
    expect(
      right(intentWith(till, 'latest_charge.review.charge', 'latest_charge.application_fee')),
    ).to.deep.equal(right(intentWith(till, 'latest_charge')));
    const session = right(
      ask(engine, engineOperations.createCheckoutSession, {
        mode: 'setup',
        currency: 'eur',
        success_url: 'https://shop.example/',
        expand: ['invoice', 'payment_link', 'subscription.latest_invoice', 'setup_intent.mandate'],
      }),
    );
    expect(session).to.include({ invoice: null, payment_link: null, subscription: null });
    expect(session).to.have.nested.property('setup_intent.mandate', null);
  });

  const refused: ReadonlyArray<string> = [
    'metadata',
    'amount',
    'nothing',
    'constructor',
    'latest_charge.metadata',
    'data.customer',
    'customer.',
    '.customer',
  ];
  for (const path of refused) {
    it(`refuses ${path}`, () => {
      const till = openTill();
      const error = refusal(intentWith(till, path));
      expect(error).to.include({
        status: 400,
        type: 'invalid_request_error',
        message: `This property cannot be expanded (${path}).`,
      });
      expect(error).not.to.have.property('param');
    });
  }

  it('accepts a list of texts', () => {
    const { engine, intent } = openTill();
    const asked = (expand: WireHash[string]) =>
      refusal(ask(engine, engineOperations.retrieveIntent, { payment_intent: intent, expand }));
    expect(asked('customer')).to.include({ param: 'expand', message: 'Invalid array' });
    expect(asked([''])).to.include({ param: 'expand[0]', code: 'parameter_invalid_empty' });
  });

  it('is part of the parameters of an idempotency key, and is replayed with the answer', () => {
    const { engine, customer } = openShop();
    const idempotencyKey = 'once';
    const create = (expand: ReadonlyArray<string>) =>
      ask(
        engine,
        engineOperations.createIntent,
        { amount: '100', currency: 'eur', customer, expand },
        { idempotencyKey },
      );
    const first = right(create(['customer']));
    right(engine.call(engineOperations.updateCustomer, { customer, name: 'Eva' }));
    expect(right(create(['customer']))).to.equal(first);
    expect(first).to.have.nested.property('customer.name', null);
    expect(refusal(create([])).type).to.equal('idempotency_error');
  });
});
