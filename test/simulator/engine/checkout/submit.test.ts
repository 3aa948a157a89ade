import { expect } from 'chai';
import {
  type SubmitCheckoutParams,
  submitCheckout,
} from '../../../../src/simulator/engine/checkout/submit.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { eventTypes } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

type Checkout = ReturnType<typeof openCheckout>;

const submit = (
  { engine, session }: Checkout,
  extra: Partial<SubmitCheckoutParams> = {},
  number = '4242424242424242',
) =>
  engine.call(submitCheckout, {
    session,
    card: { number, exp_month: 12, exp_year: 2030, cvc: '123' },
    email: 'eva@example.com',
    ...extra,
  });

const intentOf = ({ engine }: Checkout, { payment_intent }: { payment_intent: string | null }) =>
  right(engine.call(engineOperations.retrieveIntent, { payment_intent: payment_intent ?? '' }));

describe('a customer who submits the page of a checkout session', () => {
  it('pays, and the session is complete', () => {
    const shop = openCheckout();
    const types = eventTypes(shop.engine, () => {
      const address = { line1: 'Calle Mayor 1', country: 'ES' };
      const session = right(submit(shop, { name: 'Eva Gil', address }));
      expect(session).to.deep.include({
        status: 'complete',
        payment_status: 'paid',
        url: null,
        customer: null,
        collected_information: null,
        customer_details: {
          address: {
            city: null,
            country: 'ES',
            line1: 'Calle Mayor 1',
            line2: null,
            postal_code: null,
            state: null,
          },
          business_name: null,
          email: 'eva@example.com',
          individual_name: null,
          name: 'Eva Gil',
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        },
      });
      expect(intentOf(shop, session)).to.deep.include({
        amount: 1999,
        amount_received: 1999,
        currency: 'eur',
        customer: null,
        metadata: {},
        payment_method_types: ['card'],
        receipt_email: null,
      });
    });
    expect(types).to.deep.equal([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    const { data } = right(shop.engine.call(engineOperations.listEvents, { limit: 1 }));
    expect(data[0]?.data.object, 'the event shows the session as it is now').to.deep.equal(
      retrieveSession(shop),
    );
  });

  it('cannot pay twice', () => {
    const shop = openCheckout();
    right(submit(shop));
    expect(refusal(submit(shop))).to.include({
      status: 400,
      message: `The Checkout Session ${shop.session} has a status of \`complete\`.`,
    });
    const { data } = right(shop.engine.call(engineOperations.listCharges, {}));
    expect(data.length).to.equal(1);
  });

  it('can try another card after a decline, with the same intent', () => {
    const shop = openCheckout();
    expect(refusal(submit(shop, {}, '4000000000000002'))).to.include({
      status: 402,
      code: 'card_declined',
    });
    const open = retrieveSession(shop);
    expect(open).to.include({ status: 'open', payment_status: 'unpaid', customer_details: null });
    const paid = right(submit(shop));
    expect(paid).to.include({ status: 'complete', payment_intent: open['payment_intent'] });
  });

  it('passes the challenge of the bank, and the session is complete', () => {
    const shop = openCheckout();
    const { controls } = shop.processor;
    const waiting = right(submit(shop, {}, '4000002760003184'));
    expect(waiting).to.include({ status: 'open', payment_status: 'unpaid' });
    const intent = intentOf(shop, waiting);
    expect(intent).to.have.nested.property(
      'next_action.redirect_to_url.return_url',
      `https://pay.example/${shop.session}`,
    );
    controls.failChallenge(intent.id);
    expect(retrieveSession(shop)).to.include({ status: 'open' });
    right(submit(shop, {}, '4000002760003184'));
    const types = eventTypes(shop.engine, () => {
      controls.completeChallenge(intent.id);
    });
    expect(types.slice(-2)).to.deep.equal([
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    expect(retrieveSession(shop)).to.have.nested.include({
      status: 'complete',
      payment_status: 'paid',
      'customer_details.email': 'eva@example.com',
    });
  });

  it('leaves the terms of the shop on the intent', () => {
    const shop = openCheckout({
      metadata: { basket: '9' },
      payment_intent_data: {
        capture_method: 'manual',
        description: 'Pedido 7',
        metadata: { order: '7' },
        receipt_email: 'ana@example.com',
        shipping: { name: 'Ana', address: { line1: 'Calle Mayor 1' } },
        statement_descriptor_suffix: 'PEDIDO',
        transfer_group: 'orders',
      },
      payment_method_options: { card: { request_three_d_secure: 'any' } },
    });
    const { payment_intent } = right(submit(shop));
    expect(retrieveSession(shop)).to.include({ status: 'complete', payment_status: 'unpaid' });
    const intent = intentOf(shop, { payment_intent });
    expect(intent).to.deep.include({
      status: 'requires_capture',
      description: 'Pedido 7',
      metadata: { order: '7' },
      receipt_email: 'ana@example.com',
      statement_descriptor_suffix: 'PEDIDO',
      transfer_group: 'orders',
    });
    expect(intent).to.have.nested.include({
      'shipping.name': 'Ana',
      'payment_method_options.card.request_three_d_secure': 'any',
    });
    right(shop.engine.call(engineOperations.captureIntent, { payment_intent: intent.id }));
    expect(retrieveSession(shop)).to.include({ payment_status: 'paid' });
  });

  it('becomes a customer where the shop wants that, also if the first card is declined', () => {
    const shop = openCheckout({ customer_creation: 'always' });
    const types = eventTypes(shop.engine, () => {
      refusal(submit(shop, { phone: '+34600000000' }, '4000000000000002'));
      right(submit(shop));
    });
    expect(types.filter((type) => type === 'customer.created').length).to.equal(1);
    const { customer } = retrieveSession(shop);
    const created = right(
      shop.engine.call(engineOperations.retrieveCustomer, { customer: String(customer) }),
    );
    expect(created).to.include({ email: 'eva@example.com', phone: '+34600000000' });
  });

  for (const form of [
    { payment_intent_data: { setup_future_usage: 'off_session' } },
    { payment_method_options: { card: { setup_future_usage: 'off_session' } } },
  ]) {
    it(`saves the card for later with ${JSON.stringify(form)}`, () => {
      const shop = openCheckout(form);
      const { customer, payment_intent } = right(submit(shop));
      const { payment_method } = intentOf(shop, { payment_intent });
      expect(
        right(
          shop.engine.call(engineOperations.retrievePaymentMethod, {
            payment_method: payment_method ?? '',
          }),
        ),
      ).to.include({ customer });
    });
  }

  it('of whom the shop knows the address pays with it', () => {
    const { customer, engine, processor } = openCheckout();
    const session = right(
      engine.call(engineOperations.createCheckoutSession, {
        mode: 'payment',
        success_url: 'https://shop.example',
        customer,
        line_items: [
          {
            price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'Cable' } },
            quantity: 1,
          },
        ],
      }),
    );
    const paid = processor.controls.completeCheckout(session.id, { email: 'eva@example.com' });
    expect(paid).to.have.nested.include({ customer, 'customer_details.email': 'ana@example.com' });
  });

  it('gives the address for the delivery and a telephone number where the shop asks for them', () => {
    const shop = openCheckout({
      shipping_address_collection: { allowed_countries: ['PT', 'ES'] },
      phone_number_collection: { enabled: 'true' },
    });
    const paid = shop.processor.controls.completeCheckout(shop.session);
    expect(paid).to.have.nested.include({
      'customer_details.phone': '+34600000000',
      'collected_information.shipping_details.name': 'Ana Gil',
      'collected_information.shipping_details.address.country': 'PT',
    });
    expect(intentOf(shop, paid)).to.have.nested.include({
      'shipping.name': 'Ana Gil',
      'shipping.address.city': 'Madrid',
    });
  });

  it('is told what is missing or wrong, and nothing happens', () => {
    const shop = openCheckout({
      billing_address_collection: 'required',
      phone_number_collection: { enabled: 'true' },
      shipping_address_collection: { allowed_countries: ['ES'] },
    });
    const { session, engine } = shop;
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    const address = { country: 'ES' };
    const email = 'eva@example.com';
    const wrong = [
      {},
      { email: 'eva' },
      { email },
      { email, phone: '1' },
      { email, phone: '1', address },
      { email, phone: '1', address, shipping: { name: 'Eva', address: { country: 'FR' } } },
      { email, phone: '1', address, shipping: { name: 'Eva', address: {} } },
    ].map((extra) => refusal(engine.call(submitCheckout, { session, card, ...extra })).param);
    const country = 'shipping[address][country]';
    expect(wrong).to.deep.equal([
      'email',
      'email',
      'phone',
      'address',
      'shipping',
      country,
      country,
    ]);
    const misplaced = { name: 'Eva', address: { country: '4242424242424242' } };
    expect(
      refusal(submit(shop, { phone: '1', address, shipping: misplaced })).message,
    ).not.to.contain('4242');
    const shipping = { name: 'Eva', address };
    const unpaid = submit(shop, { phone: '1', address, shipping }, '4242424242424241');
    expect(refusal(unpaid)).to.include({ status: 402, code: 'incorrect_number' });
    expect(retrieveSession(shop)).to.include({ payment_intent: null });
    expect(right(engine.call(engineOperations.listIntents, {})).data).to.deep.equal([]);
  });

  it('does not leave the number of the card in the state', () => {
    const shop = openCheckout();
    right(submit(shop));
    expect(JSON.stringify(shop.engine.snapshot())).not.to.contain('4242424242424242');
    const twin = openCheckout();
    twin.processor.controls.restore(JSON.parse(JSON.stringify(shop.engine.snapshot())));
    expect(retrieveSession({ ...twin, session: shop.session }, 'line_items')).to.deep.equal(
      retrieveSession(shop, 'line_items'),
    );
  });
});
