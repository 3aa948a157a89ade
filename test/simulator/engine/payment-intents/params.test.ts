import { expect } from 'chai';
import type { JsonObject } from '../../../../src/simulator/engine/objects/json.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const money = { amount: '2000', currency: 'eur' } as const;
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' } as const;

const create = ({ engine }: Shop, form: WireHash, options = {}) =>
  ask(engine, engineOperations.createIntent, { ...money, ...form }, options);
const confirm = ({ engine }: Shop, id: unknown, form: WireHash = {}) =>
  ask(engine, engineOperations.confirmIntent, { payment_intent: String(id), ...form });
const chargeOf = ({ engine }: Shop, intent: JsonObject): JsonObject =>
  right(engine.call(engineOperations.retrieveCharge, { charge: String(intent['latest_charge']) }));

const address = { city: 'Lugo', country: 'ES', line1: 'Calle 1' } as const;
const shipping = { address, name: 'Ana', phone: '600' } as const;
const shownShipping = {
  address: { ...address, line2: null, postal_code: null, state: null },
  carrier: null,
  name: 'Ana',
  phone: '600',
  tracking_number: null,
};

describe('a payment intent stores', () => {
  for (const [name, form, shown] of [
    ['a description', { description: 'Hats' }, { description: 'Hats' }],
    ['metadata', { metadata: { order: '1' } }, { metadata: { order: '1' } }],
    ['the email of its receipt', { receipt_email: 'a@b.c' }, { receipt_email: 'a@b.c' }],
    ['its shipping', { shipping }, { shipping: shownShipping }],
    ['a statement descriptor', { statement_descriptor: 'HATS' }, { statement_descriptor: 'HATS' }],
    [
      'the suffix of a statement descriptor',
      { statement_descriptor_suffix: 'HAT 1' },
      { statement_descriptor_suffix: 'HAT 1' },
    ],
    ['a transfer group', { transfer_group: 'G1' }, { transfer_group: 'G1' }],
    [
      'its set-up for future usage',
      { setup_future_usage: 'on_session' },
      { setup_future_usage: 'on_session' },
    ],
    [
      'asynchronous capture',
      { capture_method: 'automatic_async' },
      { capture_method: 'automatic_async' },
    ],
    [
      'the types of the old parameter',
      { payment_method_types: ['card', 'link'] },
      { payment_method_types: ['card', 'link'], allowed_payment_method_types: null },
    ],
    [
      'the types of the new parameter',
      { allowed_payment_method_types: ['card'] },
      { payment_method_types: ['card'], allowed_payment_method_types: ['card'] },
    ],
    [
      'automatic payment methods',
      { automatic_payment_methods: { enabled: 'true' } },
      { automatic_payment_methods: { allow_redirects: 'always', enabled: true } },
    ],
    [
      'the details of its amount',
      {
        amount_details: {
          discount_amount: '100',
          shipping: { amount: '500', to_postal_code: '27001' },
          tax: { total_tax_amount: '347' },
        },
      },
      {
        amount_details: {
          discount_amount: 100,
          shipping: { amount: 500, from_postal_code: null, to_postal_code: '27001' },
          tax: { total_tax_amount: 347 },
          tip: {},
        },
      },
    ],
    [
      'references',
      { payment_details: { order_reference: 'A1' } },
      { payment_details: { customer_reference: null, order_reference: 'A1' } },
    ],
    [
      'the options of its card',
      {
        payment_method_options: {
          card: { network: 'visa', request_multicapture: 'never', request_three_d_secure: 'any' },
        },
      },
      {
        payment_method_options: {
          card: {
            installments: null,
            mandate_options: null,
            network: 'visa',
            request_multicapture: 'never',
            request_three_d_secure: 'any',
          },
        },
      },
    ],
  ] as const) {
    it(name, () => {
      const shop = openShop();
      const intent = right(create(shop, form));
      expect(intent).to.deep.include(shown);
      const { id } = intent;
      const kept = right(
        shop.engine.call(engineOperations.retrieveIntent, { payment_intent: String(id) }),
      );
      expect(kept).to.deep.equal(intent);
    });
  }

  it('these fields in its charge too', () => {
    const shop = openShop();
    const said = {
      description: 'Hats',
      metadata: { order: '1' },
      receipt_email: 'a@b.c',
      statement_descriptor_suffix: 'HAT 1',
      transfer_group: 'G1',
    } as const;
    const intent = right(
      create(shop, {
        ...said,
        shipping,
        payment_method: 'pm_card_visa',
        radar_options: { session: 'rse_1' },
        confirm: 'true',
      }),
    );
    expect(chargeOf(shop, intent)).to.deep.include({
      ...said,
      shipping: shownShipping,
      radar_options: { session: 'rse_1' },
    });
  });
});

// As others quote it from Stripe: without code and param.
const noReturnUrl =
  "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";

describe('a payment intent refuses', () => {
  const refused: ReadonlyArray<readonly [string, WireHash, { readonly [field: string]: string }]> =
    [
      [
        'an unknown parameter',
        { colour: 'red' },
        { message: 'Received unknown parameter: colour' },
      ],
      [
        'a parameter that is not simulated',
        { application_fee_amount: '10' },
        { message: 'This simulator does not simulate the parameter: application_fee_amount' },
      ],
      [
        'options of another payment method',
        { payment_method_options: { cashapp: { reference: 'x' } } },
        {
          message:
            'This simulator does not simulate the parameter: payment_method_options[cashapp]',
        },
      ],
      [
        'data of another payment method',
        { payment_method_data: { type: 'cashapp', card } },
        { param: 'payment_method_data[type]' },
      ],
      [
        'types without cards',
        { payment_method_types: ['cashapp'] },
        { param: 'payment_method_types' },
      ],
      [
        'an unknown type',
        { payment_method_types: ['barter'] },
        { param: 'payment_method_types[0]' },
      ],
      [
        'types by both names',
        { payment_method_types: ['card'], allowed_payment_method_types: ['card'] },
        { param: 'payment_method_types' },
      ],
      [
        'a long statement descriptor',
        { statement_descriptor: 'A name of 23 characters' },
        { param: 'statement_descriptor', code: 'parameter_invalid_string' },
      ],
      [
        'a statement descriptor without letters',
        { statement_descriptor_suffix: '12345' },
        {
          param: 'statement_descriptor_suffix',
          message: 'The statement descriptor must contain at least one Latin character.',
        },
      ],
      [
        'an invalid email for its receipt',
        { receipt_email: 'a@b' },
        {
          param: 'receipt_email',
          code: 'email_invalid',
          message: 'Invalid email address: a@b',
        },
      ],
      [
        'an off-session payment that sets up a card',
        {
          payment_method: 'pm_card_visa',
          confirm: 'true',
          off_session: 'true',
          setup_future_usage: 'on_session',
        },
        {
          param: 'off_session',
          message:
            'You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.',
        },
      ],
      [
        'a statement descriptor with brackets',
        { statement_descriptor: 'HATS <1>' },
        { message: 'The statement descriptor cannot include <.' },
      ],
      [
        'a payment method twice',
        { payment_method: 'pm_card_visa', payment_method_data: { type: 'card', card } },
        { param: 'payment_method' },
      ],
      [
        'an empty text',
        { description: '' },
        { param: 'description', code: 'parameter_invalid_empty' },
      ],
      [
        'types with automatic payment methods',
        { automatic_payment_methods: { enabled: 'true' }, payment_method_types: ['card'] },
        {
          message:
            'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
        },
      ],
      [
        'a confirmation method with automatic payment methods',
        { automatic_payment_methods: { enabled: 'true' }, confirmation_method: 'manual' },
        {
          message:
            'You may only specify one of these parameters: automatic_payment_methods, confirmation_method.',
        },
      ],
      [
        'a confirmation with automatic payment methods without a return_url',
        {
          automatic_payment_methods: { enabled: 'true' },
          payment_method: 'pm_card_visa',
          confirm: 'true',
        },
        { message: noReturnUrl },
      ],
      [
        'error_on_requires_action with automatic payment methods',
        {
          automatic_payment_methods: { enabled: 'true', allow_redirects: 'never' },
          payment_method: 'pm_card_visa',
          confirm: 'true',
          error_on_requires_action: 'true',
        },
        {
          param: 'error_on_requires_action',
          message:
            "The `error_on_requires_action` parameter can't be used with PaymentIntents which use payment methods managed through the Dashboard.",
        },
      ],
      ...(['off_session', 'error_on_requires_action'] as const).map(
        (param) =>
          [
            `${param} without a confirmation`,
            { [param]: 'true' },
            {
              param,
              message: `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
            },
          ] as const,
      ),
      [
        'a return_url without a confirmation',
        { return_url: 'https://a.b' },
        { param: 'return_url' },
      ],
    ];

  for (const [name, form, error] of refused) {
    it(name, () => {
      const shop = openShop();
      const before = shop.engine.snapshot();
      expect(refusal(create(shop, form))).to.include({ status: 400, ...error });
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('a later confirmation without a return_url, with the intent in the error', () => {
    const shop = openShop();
    const intent = right(create(shop, { automatic_payment_methods: { enabled: 'true' } }));
    const pay = (form: WireHash) =>
      confirm(shop, intent['id'], { payment_method: 'pm_card_visa', ...form });
    const error = refusal(pay({}));
    expect(error).to.include({ message: noReturnUrl }).and.not.have.property('param');
    expect(error.payment_intent?.status).to.equal('requires_payment_method');
    expect(error.payment_intent?.id).to.equal(intent['id']);
    expect(right(pay({ return_url: 'https://a.b/back' }))['status']).to.equal('succeeded');
  });

  it('no confirmation without a return_url if Stripe.js takes the next action', () => {
    const shop = openShop();
    const intent = right(create(shop, { automatic_payment_methods: { enabled: 'true' } }));
    const paid = confirm(shop, intent['id'], {
      payment_method: 'pm_card_visa',
      use_stripe_sdk: 'true',
    });
    expect(right(paid)['status']).to.equal('succeeded');
  });

  it('no confirmation without a return_url if no redirect can happen', () => {
    const shop = openShop();
    for (const form of [
      { automatic_payment_methods: { enabled: 'true', allow_redirects: 'never' } },
      { automatic_payment_methods: { enabled: 'false' } },
      { automatic_payment_methods: { enabled: 'true' }, off_session: 'true' },
    ]) {
      const paid = create(shop, { ...form, payment_method: 'pm_card_visa', confirm: 'true' });
      expect(right(paid)['status']).to.equal('succeeded');
    }
  });

  it('a wrong client secret', () => {
    const shop = openShop();
    const { id, client_secret } = right(create(shop, { payment_method: 'pm_card_visa' }));
    const payment_intent = String(id);
    const retrieve = (secret: string) =>
      shop.engine.call(engineOperations.retrieveIntent, { payment_intent, client_secret: secret });
    expect(refusal(retrieve(`${payment_intent}_secret_x`)).param).to.equal('client_secret');
    expect(right(retrieve(String(client_secret))).id).to.equal(id);
    const wrong = confirm(shop, id, { client_secret: 'x' });
    expect(refusal(wrong).param).to.equal('client_secret');
    expect(right(confirm(shop, id, { client_secret: String(client_secret) }))['status']).to.equal(
      'succeeded',
    );
  });
});

describe('payment method data', () => {
  const data = {
    type: 'card',
    card,
    billing_details: { name: 'Ana', address: { postal_code: '27001' } },
    metadata: { from: 'form' },
  } as const;

  it('pays, and becomes a payment method', () => {
    const shop = openShop();
    const intent = right(create(shop, { payment_method_data: data, confirm: 'true' }));
    expect(intent['status']).to.equal('succeeded');
    const method = right(
      shop.engine.call(engineOperations.retrievePaymentMethod, {
        payment_method: String(intent['payment_method']),
      }),
    );
    expect(method).to.deep.include({ metadata: { from: 'form' }, customer: null });
    expect(method.billing_details).to.include({ name: 'Ana' });
    expect(chargeOf(shop, intent)).to.deep.include({ billing_details: method.billing_details });
  });

  it('can come with a confirmation, as a token or as a card', () => {
    const shop = openShop();
    const { id } = right(create(shop, {}));
    const declined = { ...card, number: '4000000000000002' };
    const error = refusal(
      confirm(shop, id, { payment_method_data: { type: 'card', card: declined } }),
    );
    expect(error).to.include({ status: 402, decline_code: 'generic_decline' });
    const paid = confirm(shop, id, {
      payment_method_data: { type: 'card', card: { token: 'tok_visa' } },
    });
    expect(right(paid)['status']).to.equal('succeeded');
  });

  it('is refused with the name of the wrong parameter, and changes nothing', () => {
    const shop = openShop();
    const before = shop.engine.snapshot();
    const wrong = create(shop, {
      payment_method_data: { type: 'card', card: { ...card, number: '4242424242424241' } },
    });
    expect(refusal(wrong)).to.include({ status: 402, code: 'incorrect_number' });
    const used = create(shop, {
      payment_method_data: { type: 'card', card: { token: 'tok_none' } },
    });
    expect(refusal(used)).to.include({ param: 'payment_method_data[card][token]' });
    expect(shop.engine.snapshot()).to.deep.equal(before);
  });

  it('is not stored with an idempotency key, but compared', () => {
    const shop = openShop();
    const keyed = { idempotencyKey: 'k' };
    const first = right(create(shop, { payment_method_data: data }, keyed));
    expect(right(create(shop, { payment_method_data: data }, keyed))).to.deep.equal(first);
    const other = { ...data, card: { ...card, number: '5555555555554444' } };
    expect(refusal(create(shop, { payment_method_data: other }, keyed)).type).to.equal(
      'idempotency_error',
    );
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain(card.number);
  });
});

describe('the options of a card', () => {
  const options = (said: WireHash): WireHash => ({ payment_method_options: { card: said } });

  it('take precedence over the capture method of the intent', () => {
    const shop = openShop();
    const intent = right(
      create(shop, {
        ...options({ capture_method: 'manual' }),
        payment_method: 'pm_card_visa',
        confirm: 'true',
      }),
    );
    expect(intent).to.include({ status: 'requires_capture', capture_method: 'automatic' });
  });

  it('take precedence over the future usage of the intent', () => {
    const shop = openShop();
    const { customer, engine } = shop;
    const paid = (form: WireHash): string => {
      const base = { customer, payment_method: 'pm_card_visa', confirm: 'true' };
      return String(right(create(shop, { ...base, ...form }))['payment_method']);
    };
    const owner = (payment_method: string): string | null =>
      right(engine.call(engineOperations.retrievePaymentMethod, { payment_method })).customer;
    const later = { setup_future_usage: 'off_session' } as const;
    expect(owner(paid(later))).to.equal(customer);
    expect(owner(paid({ ...later, ...options({ setup_future_usage: 'none' }) }))).to.equal(null);
    expect(owner(paid(options(later)))).to.equal(customer);
  });

  it('can be removed one by one', () => {
    const shop = openShop();
    const { id } = right(
      create(shop, options({ capture_method: 'manual', setup_future_usage: 'off_session' })),
    );
    const { payment_method_options: changed } = right(
      ask(shop.engine, engineOperations.updateIntent, {
        payment_intent: String(id),
        ...options({ capture_method: '', network: 'visa' }),
      }),
    );
    expect(changed).to.deep.equal({
      card: {
        installments: null,
        mandate_options: null,
        network: 'visa',
        request_three_d_secure: 'automatic',
        setup_future_usage: 'off_session',
      },
    });
  });
});

// Recorded with spree/spree_stripe, December 2022.
describe('the shipping of an intent', () => {
  it('may have an empty name', () => {
    const intent = right(
      create(openShop(), { shipping: { name: '', address: { country: 'US' } } }),
    );
    expect(intent).to.have.nested.property('shipping.name', '');
  });
});

describe('a confirmation', () => {
  it('can name the kind of off-session payment', () => {
    const shop = openShop();
    // Recorded from 2020 to 2025: pay-rails/pay and spree/spree_stripe always send it.
    expect(right(create(shop, { off_session: 'false', confirm: 'false' }))).to.include({
      status: 'requires_payment_method',
    });
    for (const off_session of ['true', 'one_off', 'recurring']) {
      const { id } = right(create(shop, { payment_method: 'pm_card_threeDSecure2Required' }));
      expect(refusal(confirm(shop, id, { off_session }))).to.include({
        status: 402,
        code: 'authentication_required',
      });
    }
  });

  it('leaves the challenge to the client with use_stripe_sdk', () => {
    const shop = openShop();
    const { id } = right(create(shop, { payment_method: 'pm_card_threeDSecure2Required' }));
    const challenged = confirm(shop, id, { return_url: 'https://a.b', use_stripe_sdk: 'true' });
    expect(right(challenged)['next_action']).to.have.property('type', 'use_stripe_sdk');
  });

  it('changes the intent before it is paid', () => {
    const shop = openShop();
    const { id } = right(create(shop, { payment_method: 'pm_card_visa', receipt_email: 'a@b.c' }));
    const paid = confirm(shop, id, {
      capture_method: 'manual',
      mandate_data: {
        customer_acceptance: { type: 'online', online: { ip_address: '127.0.0.1' } },
      },
      receipt_email: '',
      shipping,
    });
    expect(right(paid)).to.deep.include({
      status: 'requires_capture',
      receipt_email: null,
      shipping: shownShipping,
    });
  });

  it('changes nothing if it is refused', () => {
    const shop = openShop();
    const { id } = right(create(shop, {}));
    const before = shop.engine.snapshot();
    expect(refusal(confirm(shop, id, { receipt_email: 'a@b.c' })).code).to.equal(
      'payment_intent_unexpected_state',
    );
    expect(shop.engine.snapshot()).to.deep.equal(before);
  });
});
