import { expect } from 'chai';
import { at, listAt } from '../../support/json/at.js';
import { useWire } from '../support/use-wire.js';

describe('API versions on the wire', () => {
  const wire = useWire();
  const pay = 'amount=1999&currency=eur&confirm=true&payment_method=';
  const before = { 'stripe-version': '2022-08-01' };

  it('the response names the version that the request asked for', async () => {
    const send = wire().as('versions');
    for (const version of [
      '2019-12-03',
      '2022-11-15',
      '2026-10-28.endive',
      '2025-03-31.basil; some_beta=v2',
    ]) {
      const { status, headers } = await send('GET', '/v1/customers', {
        headers: { 'stripe-version': version },
      });
      expect([status, headers.get('stripe-version')]).to.deep.equal([200, version]);
    }
  });

  it('intents have charges before 2022-11-15, wherever they appear', async () => {
    const send = wire().as('charges');
    const form = `${pay}pm_card_visa&expand[]=customer`;
    const { body: paid } = await send('POST', '/v1/payment_intents', { form, headers: before });
    const id = String(at(paid, 'id'));
    const charge = at(paid, 'latest_charge');
    expect(charge).to.match(/^ch_/);
    expect(at(paid, 'charges.data.0.id')).to.equal(charge);
    expect(at(paid, 'charges')).to.include({
      object: 'list',
      has_more: false,
      url: `/v1/charges?payment_intent=${id}`,
    });
    const list = await send('GET', '/v1/payment_intents?expand[]=data.latest_charge', {
      headers: before,
    });
    expect(at(list.body, 'data.0.charges.data.0')).to.deep.equal(
      at(list.body, 'data.0.latest_charge'),
    );
    const inside = await send('GET', `/v1/charges/${String(charge)}?expand[]=payment_intent`, {
      headers: before,
    });
    expect(at(inside.body, 'payment_intent.charges.data.0.id')).to.equal(charge);
    const newer = await send('GET', `/v1/payment_intents/${id}`, {
      headers: { 'stripe-version': '2022-11-15' },
    });
    expect(newer.body).to.include({ id, latest_charge: charge });
    expect(newer.body).not.to.have.property('charges');
  });

  it('intents in an error, and intents without a charge, have charges too', async () => {
    const send = wire().as('refused');
    const declined = await send('POST', '/v1/payment_intents', {
      form: `${pay}pm_card_visa_chargeDeclined`,
      headers: before,
    });
    expect(declined.status).to.equal(402);
    expect(listAt(declined.body, 'error.payment_intent.charges.data')).to.have.length(1);
    const open = await send('POST', '/v1/payment_intents', {
      form: 'amount=1999&currency=eur',
      headers: before,
    });
    expect(listAt(open.body, 'charges.data')).to.deep.equal([]);
  });

  it('a repeated request gets the response in its own version', async () => {
    const send = wire().as('replayed');
    const create = (version: string) =>
      send('POST', '/v1/payment_intents', {
        form: `${pay}pm_card_visa&return_url=https://shop.example`,
        headers: { 'stripe-version': version, 'idempotency-key': 'k' },
      });
    const newer = await create('2024-06-20');
    const older = await create('2022-08-01');
    expect(older.headers.get('idempotent-replayed')).to.equal('true');
    expect(at(older.body, 'id')).to.equal(at(newer.body, 'id'));
    expect(newer.body).not.to.have.property('charges');
    expect(older.body).to.have.property('charges');
  });

  // Source: https://docs.stripe.com/changelog/2022-11-15/deprecates-charges-auto-expand.
  it('charges have refunds before 2022-11-15, wherever they appear', async () => {
    const send = wire().as('refunds');
    const { body: paid } = await send('POST', '/v1/payment_intents', {
      form: `${pay}pm_card_visa`,
      headers: before,
    });
    expect(listAt(paid, 'charges.data.0.refunds.data')).to.deep.equal([]);
    const charge = String(at(paid, 'latest_charge'));
    const { body: refund } = await send('POST', '/v1/refunds', { form: `charge=${charge}` });
    const read = (path: string, headers = before) => send('GET', path, { headers });
    const { body } = await read(`/v1/charges/${charge}`);
    expect(at(body, 'refunds')).to.include({
      object: 'list',
      has_more: false,
      url: `/v1/charges/${charge}/refunds`,
    });
    expect(at(body, 'refunds.data.0.id')).to.equal(at(refund, 'id'));
    expect(at((await read('/v1/charges')).body, 'data.0.refunds.data.0.id')).to.equal(
      at(refund, 'id'),
    );
    const expanded = await read(`/v1/charges/${charge}?expand[]=refunds.data.balance_transaction`);
    expect(at(expanded.body, 'refunds.data.0.balance_transaction.type')).to.equal('refund');
    const newer = await read(`/v1/charges/${charge}`, { 'stripe-version': '2022-11-15' });
    expect(newer.body).not.to.have.property('refunds');
  });

  // Source: stripe-node 8, which asks so in the version of its time.
  it('the charges of intents can be expanded before 2022-11-15, and not later', async () => {
    const send = wire().as('expanded');
    const created = await send('POST', '/v1/payment_intents', {
      form: `${pay}pm_card_visa&expand[]=charges.data.balance_transaction`,
      headers: before,
    });
    const id = String(at(created.body, 'id'));
    const ask = (path: string, headers = before) => send('GET', path, { headers });
    const single = `/v1/payment_intents/${id}?expand[]=charges.data.balance_transaction`;
    for (const [body, path] of [
      [created.body, ''],
      [(await ask(single)).body, ''],
      [
        (await ask('/v1/payment_intents?expand[]=data.charges.data.balance_transaction')).body,
        'data.0.',
      ],
    ] as const) {
      expect(at(body, `${path}charges.data.0.balance_transaction.type`)).to.equal('charge');
      expect(at(body, `${path}latest_charge`)).to.equal(at(body, `${path}charges.data.0.id`));
    }
    const both = await ask(`${single}&expand[]=latest_charge`);
    expect(at(both.body, 'latest_charge.balance_transaction.type')).to.equal('charge');
    expect((await ask(`/v1/payment_intents/${id}?expand[]=charges`)).status).to.equal(200);
    expect((await ask(`/v1/payment_intents/${id}?expand[]=charges.data.nope`)).status).to.equal(
      400,
    );
    expect((await ask(single, { 'stripe-version': '2022-11-15' })).status).to.equal(400);
  });

  it('customers have sources before 2020-08-27', async () => {
    const send = wire().as('sources');
    const { body } = await send('POST', '/v1/customers', { form: 'source=tok_visa' });
    const read = (version: string) =>
      send('GET', `/v1/customers/${String(at(body, 'id'))}`, {
        headers: { 'stripe-version': version },
      });
    const older = await read('2020-03-02');
    expect(at(older.body, 'sources.data.0.id')).to.equal(at(body, 'default_source'));
    expect((await read('2020-08-27')).body).not.to.have.property('sources');
    await send('DELETE', `/v1/customers/${String(at(body, 'id'))}`);
    expect((await read('2020-03-02')).body).not.to.have.property('sources');
  });

  type Shown = readonly [version: string, there: boolean];

  // Recorded: openfoodfoundation/openfoodnetwork, pay-rails/pay and liberapay/liberapay.com, and the pages of docs/stripe-coverage.md.
  const fields: ReadonlyArray<
    readonly [field: string, shown: ReadonlyArray<Shown>, value: unknown]
  > = [
    [
      'intent.invoice',
      [
        ['2019-08-14', true],
        ['2025-02-24.acacia', true],
        ['2025-03-31.basil', false],
      ],
      null,
    ],
    [
      'charge.invoice',
      [
        ['2019-08-14', true],
        ['2023-10-16', true],
        ['2025-03-31.basil', false],
      ],
      null,
    ],
    [
      'charge.amount_updates',
      [
        ['2020-08-27', true],
        ['2022-11-15', false],
      ],
      [],
    ],
    [
      'charge.refunds.total_count',
      [
        ['2020-08-27', true],
        ['2022-11-15', false],
      ],
      1,
    ],
    [
      'charge.refunds.count',
      [
        ['2020-08-27', false],
        ['2022-11-15', false],
      ],
      undefined,
    ],
    [
      'intent.charges.total_count',
      [
        ['2022-08-01', true],
        ['2022-11-15', false],
      ],
      1,
    ],
    [
      'customer.default_currency',
      [
        ['2019-08-14', true],
        ['2020-08-27', true],
        ['2022-11-15', false],
      ],
      null,
    ],
    [
      'customer.account_balance',
      [
        ['2019-10-08', true],
        ['2019-10-17', false],
      ],
      25,
    ],
    [
      'customer.balance',
      [
        ['2019-10-08', true],
        ['2026-08-26.dahlia', true],
      ],
      25,
    ],
    [
      'customer.tax_info',
      [
        ['2019-11-05', true],
        ['2019-12-03', false],
      ],
      null,
    ],
    [
      'customer.tax_info_verification',
      [
        ['2019-11-05', true],
        ['2019-12-03', false],
      ],
      null,
    ],
    [
      'customer.sources.total_count',
      [
        ['2020-03-02', true],
        ['2020-08-27', false],
      ],
      0,
    ],
    [
      'customer.subscriptions.total_count',
      [
        ['2020-03-02', true],
        ['2020-08-27', false],
      ],
      0,
    ],
    [
      'customer.tax_ids.total_count',
      [
        ['2020-03-02', true],
        ['2020-08-27', false],
      ],
      0,
    ],
  ];
  for (const [field, shown, value] of fields) {
    it(`${field} is there ${shown.map(([version, there]) => `${there ? 'in' : 'not in'} ${version}`).join(', ')}`, async () => {
      const send = wire().as(field.replaceAll(/\W/g, '_'));
      const customer = await send('POST', '/v1/customers', { form: 'balance=25' });
      const held = await send('POST', '/v1/payment_intents', {
        form: `${pay}pm_card_visa&capture_method=manual&payment_method_types[]=card`,
      });
      const intent = String(at(held.body, 'id'));
      await send('POST', `/v1/payment_intents/${intent}/capture`);
      await send('POST', '/v1/refunds', { form: `payment_intent=${intent}&amount=100` });
      const paths: Readonly<Record<string, string>> = {
        intent: `/v1/payment_intents/${intent}`,
        charge: `/v1/charges/${String(at(held.body, 'latest_charge'))}`,
        customer: `/v1/customers/${String(at(customer.body, 'id'))}`,
      };
      const [object = '', ...inner] = field.split('.');
      for (const [version, there] of shown) {
        const { body } = await send('GET', paths[object] ?? '', {
          headers: { 'stripe-version': version },
        });
        expect(at(body, inner.join('.')), version).to.deep.equal(there ? value : undefined);
      }
    });
  }

  // https://docs.stripe.com/changelog/basil/2025-03-31/add-support-for-multiple-partial-payments-on-invoices
  it('invoices of payments can be expanded before 2025-03-31, and not later', async () => {
    const send = wire().as('invoices');
    const { body } = await send('POST', '/v1/payment_intents', {
      form: 'amount=1999&currency=eur',
    });
    for (const [version, status] of [
      ['2020-08-27', 200],
      ['2025-02-24.acacia', 200],
      ['2025-03-31.basil', 400],
    ] as const) {
      const path = `/v1/payment_intents/${String(at(body, 'id'))}?expand[]=invoice.subscription`;
      const found = await send('GET', path, { headers: { 'stripe-version': version } });
      expect(found.status, version).to.equal(status);
    }
  });

  it('checkout sessions have the names of their time', async () => {
    const send = wire().as('sessions');
    const line = 'line_items[0][quantity]=1&line_items[0][price_data][currency]=eur';
    const price = 'line_items[0][price_data][unit_amount]=1999';
    const product = 'line_items[0][price_data][product_data][name]=Camiseta';
    const form = `mode=payment&success_url=https://shop.example&${line}&${price}&${product}`;
    const create = async (version: string, mode = '') => {
      const { body } = await send('POST', '/v1/checkout/sessions', {
        form: mode === '' ? form : `${form}&ui_mode=${mode}`,
        headers: { 'stripe-version': version },
      });
      return body;
    };
    expect(at(await create('2026-03-25.dahlia'), 'ui_mode')).to.equal('hosted_page');
    expect(at(await create('2026-02-25.clover', 'hosted'), 'ui_mode')).to.equal('hosted');
    expect(at(await create('2026-03-25.dahlia', 'hosted'), 'error.message')).to.equal(
      'Invalid ui_mode: must be one of elements, embedded_page, form, or hosted_page',
    );
    expect(at(await create('2026-02-25.clover', 'hosted_page'), 'error.message')).to.equal(
      'Invalid ui_mode: must be one of custom, embedded, or hosted',
    );
    const embedded = form.replace('success_url', 'return_url');
    for (const [version, mode] of [
      ['2026-03-25.dahlia', 'embedded_page'],
      ['2026-02-25.clover', 'embedded'],
    ] as const) {
      const { body } = await send('POST', '/v1/checkout/sessions', {
        form: `${embedded}&ui_mode=${mode}`,
        headers: { 'stripe-version': version },
      });
      expect(at(body, 'ui_mode')).to.equal(mode);
    }
    expect(at(await create('2026-03-25.dahlia', 'embedded'), 'error.message')).to.include(
      'must be one of elements, embedded_page',
    );
    expect(await create('2025-03-31.basil')).not.to.have.property('shipping_details');
    const older = await create('2025-02-24.acacia');
    expect(older).to.include({ ui_mode: 'hosted', shipping_details: null });
    const shipped = `${form}&shipping_address_collection[allowed_countries][]=ES`;
    const { body } = await send('POST', '/v1/checkout/sessions', { form: shipped });
    const session = String(at(body, 'id'));
    wire()
      .server.account(['sk', 'test', 'sessions'].join('_'))
      .processor.controls.completeCheckout(session);
    const { body: done } = await send('GET', `/v1/checkout/sessions/${session}`, {
      headers: { 'stripe-version': '2024-06-20' },
    });
    expect(at(done, 'shipping_details.address.country')).to.equal('ES');
  });

  it('events are the same in every version', async () => {
    const send = wire().as('events');
    await send('POST', '/v1/payment_intents', { form: 'amount=1999&currency=eur' });
    const { text } = await send('GET', '/v1/events', { headers: before });
    expect(text).not.to.include('"charges"');
  });

  const amount = 'amount=1999&currency=eur';

  it('intents accept the parameter of their version that limits them to cards, and refuse the other', async () => {
    const send = wire().as('types');
    const cases = [
      ['2019-12-03', 'payment_method_types', 200],
      ['2026-06-24.dahlia', 'allowed_payment_method_types', 'parameter_unknown'],
      ['2026-07-29.dahlia', 'allowed_payment_method_types', 200],
      ['2026-07-29.dahlia', 'payment_method_types', 200],
      ['2026-08-26.dahlia', 'payment_method_types', 200],
      ['', 'payment_method_types', 200],
      ['2026-09-30.endive', 'payment_method_types', 'payment_method_types_no_longer_supported'],
      ['2026-09-30.endive', 'allowed_payment_method_types', 200],
      ['2026-08-26.preview', 'payment_method_types', 'payment_method_types_no_longer_supported'],
      ['2026-10-28.endive', 'payment_method_types', 'payment_method_types_no_longer_supported'],
      ['2026-10-28.endive', 'allowed_payment_method_types', 200],
    ] as const;
    const intents = [
      ['payment_intents', `${amount}&confirmation_method=manual`],
      ['setup_intents', 'usage=off_session'],
    ] as const;
    const asked = cases.flatMap((one) => intents.map((intent) => [...one, ...intent] as const));
    for (const [version, param, expected, kind, form] of asked) {
      const { status, body } = await send('POST', `/v1/${kind}`, {
        form: `${form}&${param}[]=card`,
        headers: version === '' ? {} : { 'stripe-version': version },
      });
      if (expected === 200) {
        expect([status, at(body, 'payment_method_types')], `${version} ${param}`).to.deep.equal([
          200,
          ['card'],
        ]);
      } else {
        expect(status, `${version} ${param}`).to.equal(400);
        expect(at(body, 'error')).to.include({
          type: 'invalid_request_error',
          code: expected,
          param,
        });
      }
    }
  });

  // https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions
  it('checkout sessions accept the parameter of their version, and refuse the other', async () => {
    const send = wire().as('types3');
    const form = 'mode=setup&currency=eur&success_url=https://shop.example/thanks';
    const cases = [
      ['2026-08-26.dahlia', 'payment_method_types', null],
      ['2026-08-26.dahlia', 'allowed_payment_method_types', 'parameter_unknown'],
      ['2026-09-30.endive', 'payment_method_types', 'parameter_unknown'],
      ['2026-09-30.endive', 'allowed_payment_method_types', null],
    ] as const;
    const answers = await Promise.all(
      cases.map(([version, param]) =>
        send('POST', '/v1/checkout/sessions', {
          form: `${form}&${param}[]=card`,
          headers: { 'stripe-version': version },
        }),
      ),
    );
    expect(
      answers.map(({ body }) => [
        at(body, 'payment_method_types') ?? null,
        at(body, 'error.code') ?? null,
      ]),
    ).to.deep.equal(cases.map(([, , code]) => [code === null ? ['card'] : null, code]));
  });

  it('updates and confirmations do so too, and a refusal is not kept under its key', async () => {
    const send = wire().as('types2');
    const { body } = await send('POST', '/v1/payment_intents', { form: amount });
    const path = `/v1/payment_intents/${String(at(body, 'id'))}`;
    const headers = { 'stripe-version': '2026-09-30.endive', 'idempotency-key': 'k' };
    for (const [line, form] of [
      [path, 'payment_method_types[]=card'],
      [`${path}/confirm`, 'payment_method=pm_card_visa&payment_method_types[]=card'],
    ] as const) {
      const refused = await send('POST', line, { form, headers });
      expect([refused.status, at(refused.body, 'error.code')]).to.deep.equal([
        400,
        'payment_method_types_no_longer_supported',
      ]);
    }
    const paid = await send('POST', `${path}/confirm`, {
      form: 'payment_method=pm_card_visa&allowed_payment_method_types[]=card',
      headers,
    });
    expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
  });

  it('the default version of responses and events is 2026-08-26.dahlia', async () => {
    const send = wire().as('default');
    const { headers } = await send('POST', '/v1/customers');
    expect(headers.get('stripe-version')).to.equal('2026-08-26.dahlia');
    const events = await send('GET', '/v1/events', {
      headers: { 'stripe-version': '2026-10-28.endive' },
    });
    expect(at(events.body, 'data.0.api_version')).to.equal('2026-08-26.dahlia');
  });
});

// Sources: step 4 of recording 04, and the pages of the changelog that docs/stripe-coverage.md names.
describe('an intent whose request does not say how it is paid', () => {
  const wire = useWire();

  const created = (version: string, form = '') =>
    wire().as('defaults')('POST', '/v1/payment_intents', {
      form: `amount=1999&currency=eur${form}`,
      headers: { 'stripe-version': version },
    });

  for (const [version, methods, capture] of [
    ['2022-11-15', 'cards', 'automatic'],
    ['2023-08-16', 'enabled', 'automatic'],
    ['2024-04-10', 'enabled', 'automatic_async'],
    ['2026-08-26.dahlia', 'enabled', 'automatic_async'],
    ['2026-10-28.endive', 'enabled', 'automatic_async'],
  ] as const) {
    it(`in version ${version} takes ${methods}, captured as ${capture}`, async () => {
      const { body } = await created(version);
      const enabled = methods === 'enabled';
      expect(body).to.deep.include({
        automatic_payment_methods: enabled ? { allow_redirects: 'always', enabled: true } : null,
        capture_method: capture,
        payment_method_types: enabled ? ['card', 'link'] : ['card'],
      });
      expect(at(body, 'payment_method_options.link')).to.deep.equal(
        enabled ? { persistent_token: null } : undefined,
      );
    });
  }

  it('names the same payment methods of the account in every intent', async () => {
    const version = '2026-08-26.dahlia';
    const [first, second] = [await created(version), await created(version)];
    const id = at(first.body, 'payment_method_configuration_details.id');
    expect(id).to.match(/^pmc_/);
    expect(at(second.body, 'payment_method_configuration_details.id')).to.equal(id);
  });

  it('needs a return_url when it is confirmed, unless nobody can be redirected', async () => {
    const pay = '&payment_method=pm_card_visa&confirm=true';
    const refused = await created('2023-08-16', pay);
    expect(refused.status).to.equal(400);
    expect(at(refused.body, 'error.message')).to.contain('you must provide a `return_url`');
    for (const [version, form] of [
      ['2022-11-15', ''],
      ['2023-08-16', '&return_url=https://shop.example'],
      [
        '2023-08-16',
        '&automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never',
      ],
      ['2023-08-16', '&payment_method_types[]=card'],
      ['2023-08-16', '&off_session=true'],
      ['2023-08-16', '&use_stripe_sdk=true'],
      ['2026-10-28.endive', '&allowed_payment_method_types[]=card'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const paid = await created(version, pay + form);
      expect([form, at(paid.body, 'status')]).to.deep.equal([form, 'succeeded']);
    }
  });

  it('needs a return_url with manual confirmation too', async () => {
    const form = '&confirmation_method=manual&payment_method=pm_card_visa&confirm=true';
    expect((await created('2023-08-16', form)).status).to.equal(400);
  });

  it('leaves out allowed types that the account has not enabled', async () => {
    const { body } = await created(
      '2026-07-29.dahlia',
      '&allowed_payment_method_types[]=klarna&allowed_payment_method_types[]=card',
    );
    expect(body).to.deep.include({
      allowed_payment_method_types: ['klarna', 'card'],
      automatic_payment_methods: null,
      payment_method_configuration_details: null,
      payment_method_types: ['card'],
    });
  });

  it('takes the types that an update names', async () => {
    const { body } = await created('2026-08-26.dahlia');
    const updated = await wire().as('defaults')(
      'POST',
      `/v1/payment_intents/${String(at(body, 'id'))}`,
      {
        form: 'payment_method_types[]=card',
      },
    );
    expect(updated.body).to.deep.include({
      automatic_payment_methods: null,
      payment_method_types: ['card'],
    });
    expect(at(updated.body, 'payment_method_options')).not.to.have.property('link');
  });
});
