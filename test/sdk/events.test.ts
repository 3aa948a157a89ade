import { expect } from 'chai';
import { Stripe } from 'stripe';
import { type Receiver, startReceiver } from '../simulator/webhooks/support/receiver.js';
import { useShop } from './support/use-shop.js';

describe('events and webhooks, through the official SDK', () => {
  const shop = useShop();
  const open: { receiver?: Receiver } = {};
  before(async () => {
    open.receiver = await startReceiver();
  });
  after(() => open.receiver?.close());

  it('events are sent to the endpoint, and constructEvent accepts them', async () => {
    const { stripe } = shop();
    if (open.receiver === undefined) throw new Error('no receiver');
    const { url, first } = open.receiver;
    const { secret, ...endpoint } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: ['payment_intent.succeeded', 'customer.created'],
    });
    expect(secret).to.match(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).to.not.have.property('secret');
    const { id } = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    const [delivered] = await first(1);
    if (delivered === undefined) throw new Error('nothing came');
    const { headers, body } = delivered;
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    const construct = (payload: string): Stripe.Event =>
      stripe.webhooks.constructEvent(payload, headers['stripe-signature'] ?? '', secret ?? '');
    const event = construct(body);
    if (event.type !== 'payment_intent.succeeded') throw new Error(`another event: ${event.type}`);
    expect(event.data.object).to.include({ id, status: 'succeeded', amount_received: 1999 });
    expect(() => construct(`${body} `)).to.throw(Stripe.errors.StripeSignatureVerificationError);
    const listed = await stripe.events.retrieve(event.id);
    expect({ ...listed, pending_webhooks: 0, lastResponse: null }).to.deep.equal({
      ...event,
      pending_webhooks: 0,
      lastResponse: null,
    });

    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['customer.deleted'] });
    const customer = await stripe.customers.create();
    await stripe.customers.del(customer.id);
    const [, second] = await first(2);
    expect(JSON.parse(second?.body ?? '')).to.have.nested.include({
      type: 'customer.deleted',
      'data.object.id': customer.id,
    });
    expect(await stripe.webhookEndpoints.del(endpoint.id)).to.include({ deleted: true });
  });

  it('events are listed newest first, also by type', async () => {
    const { stripe } = shop();
    const { id } = await stripe.customers.create({ name: 'Ana' });
    await stripe.customers.update(id, { name: 'Eva' });
    const { data } = await stripe.events.list({ limit: 2 });
    expect(data.map(({ type }) => type)).to.deep.equal(['customer.updated', 'customer.created']);
    expect(data[0]?.data).to.have.nested.include({
      'object.name': 'Eva',
      'previous_attributes.name': 'Ana',
    });
    const created = await stripe.events.list({ type: 'customer.created' });
    expect(created.data[0]).to.have.nested.include({ 'data.object.id': id });
    expect(new Set(created.data.map(({ type }) => type))).to.deep.equal(
      new Set(['customer.created']),
    );
  });
});
