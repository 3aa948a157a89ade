import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import {
  createSession,
  retrieveSession,
  shirt,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes, noon, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at } from '../../../support/json/at.js';

const halfAnHour = 30 * 60;
const aDay = 24 * 60 * 60;

describe('a new checkout session', () => {
  // The fields of a session of Stripe in 2026, as a client's tests keep it (checkout.session.completed).
  it('has the fields of the processor, and no intent yet', () => {
    const shop = openShop();
    const made: Array<unknown> = [];
    const types = eventTypes(shop.engine, () => {
      made.push(right(createSession(shop)));
    });
    expect(types).to.deep.equal([]);
    const [session] = made;
    const id = String(at(session, 'id'));
    expect(id).to.match(/^cs_test_[0-9A-Za-z]{24}$/);
    expect(session).to.deep.equal({
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: true },
      after_expiration: null,
      allow_promotion_codes: null,
      amount_subtotal: 1999,
      amount_total: 1999,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: null,
      branding_settings: {
        background_color: '#ffffff',
        border_style: 'rounded',
        button_color: '#0074d4',
        display_name: 'Pasarela',
        font_family: 'default',
        icon: null,
        logo: null,
      },
      cancel_url: null,
      client_reference_id: null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: noon,
      currency: 'eur',
      currency_conversion: null,
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      customer: null,
      customer_account: null,
      customer_creation: 'if_required',
      customer_details: null,
      customer_email: null,
      discounts: [],
      expires_at: noon + aDay,
      integration_identifier: null,
      invoice: null,
      invoice_creation: {
        enabled: false,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: null,
          footer: null,
          issuer: null,
          metadata: {},
          rendering_options: null,
        },
      },
      livemode: false,
      locale: null,
      managed_payments: { enabled: false },
      metadata: {},
      mode: 'payment',
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'if_required',
      payment_method_configuration_details: null,
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      permissions: null,
      phone_number_collection: { enabled: false },
      recovered_from: null,
      saved_payment_method_options: {
        allow_redisplay_filters: ['always'],
        payment_method_remove: 'disabled',
        payment_method_save: null,
      },
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: `https://pay.example/${id}`,
      wallet_options: null,
    });
    expect(retrieveSession({ ...shop, session: id })).to.deep.equal(session);
  });

  it('shows what the shop has set', () => {
    const session = right(
      createSession(openShop(), {
        adaptive_pricing: { enabled: 'false' },
        allow_promotion_codes: 'false',
        automatic_tax: { enabled: 'false' },
        billing_address_collection: 'required',
        branding_settings: { display_name: 'Zapatería Gil' },
        cancel_url: 'https://shop.example/basket',
        client_reference_id: 'basket 7',
        custom_text: { submit: { message: 'Enviamos hoy' }, after_submit: '' },
        currency: 'EUR',
        customer_creation: 'always',
        customer_email: 'eva@example.com',
        expires_at: String(noon + halfAnHour),
        integration_identifier: 'shop_1',
        locale: 'es',
        metadata: { order: '7' },
        origin_context: 'web',
        payment_method_collection: 'always',
        payment_method_options: { card: { request_three_d_secure: 'any' } },
        payment_method_types: ['card', 'bizum'],
        phone_number_collection: { enabled: 'true' },
        shipping_address_collection: { allowed_countries: ['ES', 'PT'] },
        submit_type: 'book',
        ui_mode: 'hosted',
      }),
    );
    expect(session).to.deep.include({
      adaptive_pricing: { enabled: false },
      allow_promotion_codes: false,
      billing_address_collection: 'required',
      cancel_url: 'https://shop.example/basket',
      client_reference_id: 'basket 7',
      customer_creation: 'always',
      customer_email: 'eva@example.com',
      expires_at: noon + halfAnHour,
      integration_identifier: 'shop_1',
      locale: 'es',
      metadata: { order: '7' },
      origin_context: 'web',
      payment_method_collection: 'always',
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      payment_method_types: ['card', 'bizum'],
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ['ES', 'PT'] },
      submit_type: 'book',
      ui_mode: 'hosted_page',
    });
    expect(session).to.have.nested.include({
      'branding_settings.display_name': 'Zapatería Gil',
      'custom_text.submit.message': 'Enviamos hoy',
      'custom_text.after_submit': null,
      'customer_details.email': 'eva@example.com',
    });
  });

  it('of a customer shows their address, and asks for no other', () => {
    const { engine, customer } = openShop();
    const session = right(createSession({ engine }, { customer }));
    expect(session).to.deep.include({ customer, customer_creation: null, customer_email: null });
    expect(session).to.have.nested.property('customer_details.email', 'ana@example.com');
    const nameless = right(engine.call(engineOperations.createCustomer, {}));
    expect(right(createSession({ engine }, { customer: nameless.id }))).to.have.nested.property(
      'customer_details.email',
      null,
    );
  });

  const missing = (param: string) => ({ code: 'parameter_missing', param });
  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [{ mode: '' }, { param: 'mode' }],
    [
      { mode: 'subscription' },
      { message: 'This simulator does not simulate the mode: subscription' },
    ],
    [{ success_url: 'nowhere' }, { param: 'success_url' }],
    [{ ui_mode: 'elements' }, { param: 'ui_mode' }],
    [{ automatic_tax: { enabled: 'true' } }, { param: 'automatic_tax[enabled]' }],
    [{ automatic_tax: { enabled: 'maybe' } }, { message: 'Invalid boolean: maybe' }],
    [{ discounts: [{ coupon: 'summer' }] }, { param: 'discounts' }],
    [
      { currency: 'usd' },
      { param: 'currency', message: 'All line items must have the currency of the session.' },
    ],
    [{ currency: 'xxx' }, { param: 'currency' }],
    [{ locale: 'xx' }, { param: 'locale' }],
    [{ customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
    [
      { customer: 'cus_1', customer_email: 'eva@example.com' },
      { message: 'You may only specify one of these parameters: customer, customer_email.' },
    ],
    [{ payment_method_types: ['alipay'] }, { param: 'payment_method_types' }],
    [{ metadata: { ['k'.repeat(41)]: '1' } }, { param: 'metadata' }],
    // Both sentences are quoted by people who ran into them.
    [
      { expires_at: String(noon + halfAnHour - 1) },
      {
        param: 'expires_at',
        message:
          'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      },
    ],
    [
      { expires_at: String(noon + aDay + 1) },
      {
        param: 'expires_at',
        message:
          'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      },
    ],
    [{ setup_intent_data: { description: 'a' } }, { param: 'setup_intent_data' }],
  ];
  for (const [form, expected] of refused) {
    it(`is refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(createSession(openShop(), form))).to.include({
        status: 400,
        type: 'invalid_request_error',
        ...expected,
      });
    });
  }

  it('needs a mode, lines and a page to return to', () => {
    const { engine } = openShop();
    const create = (form: WireHash) => {
      const read = engineOperations.createCheckoutSession.read(form);
      return read._tag === 'Left' ? read.left.error : refusal(engine.respond(read.right).answer);
    };
    const success_url = 'https://shop.example';
    expect(create({ success_url })).to.include(missing('mode'));
    expect(create({ mode: 'payment' })).to.include(missing('success_url'));
    expect(create({ mode: 'payment', success_url })).to.include(missing('line_items'));
    expect(create({ mode: 'payment', success_url, line_items: [shirt], colour: 'red' })).to.include(
      { code: 'parameter_unknown', param: 'colour' },
    );
  });
});
