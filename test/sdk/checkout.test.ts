import { expect } from 'chai';
import { Stripe } from 'stripe';
import { callAt } from '../support/http/call.js';
import { at } from '../support/json/at.js';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('Checkout, through the official SDK', () => {
  const shop = useShop();

  const sell = (
    params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ): Promise<Stripe.Checkout.Session> =>
    shop().stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
      line_items: [
        {
          price_data: {
            currency: 'eur',
            unit_amount_decimal: Stripe.Decimal.from('1999'),
            product_data: { name: 'Camiseta' },
          },
          quantity: 2,
        },
      ],
      ...params,
    });

  it('a test pays in place of the customer, and the shop finds its order', async () => {
    const { stripe, server } = shop();
    const { id, url } = await sell({ client_reference_id: 'order 7', metadata: { order: '7' } });
    expect(url?.startsWith(server.url)).to.equal(true);
    const answer = await callAt(server.url)('POST', '/_processor/complete-checkout', {
      body: { id, email: 'eva@example.com' },
    });
    expect([answer.status, at(answer.body, 'message')]).to.deep.equal([
      200,
      'Página de pago enviada',
    ]);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).to.have.nested.include({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 3998,
      client_reference_id: 'order 7',
      'customer_details.email': 'eva@example.com',
      'metadata.order': '7',
      'payment_intent.amount_received': 3998,
    });
    const items = await stripe.checkout.sessions.listLineItems(id);
    expect(items.data.map(({ description, quantity }) => [description, quantity])).to.deep.equal([
      ['Camiseta', 2],
    ]);
    const events = await stripe.events.list({ type: 'checkout.session.completed' });
    expect(events.data.map(({ data }) => at(data.object, 'id'))).to.deep.equal([id]);
  });

  it('a session can be changed, ended and found', async () => {
    const { sessions } = shop().stripe.checkout;
    const { id } = await sell();
    const changed = await sessions.update(id, { metadata: { order: '8' } });
    expect(changed.metadata).to.deep.equal({ order: '8' });
    const { status, url } = await sessions.expire(id);
    expect([status, url]).to.deep.equal(['expired', null]);
    const { data } = await sessions.list({ status: 'expired' });
    expect(data.map((session) => session.id)).to.deep.equal([id]);
    const refused = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      sessions.retrieve('cs_test_none'),
    );
    expect(refused.statusCode).to.equal(404);
  });
});
