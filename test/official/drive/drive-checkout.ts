import { type Driver, refused } from './driver.js';

/** Checkout sessions that are paid, declined and expired. */
export const driveCheckout = async ({ stripe, controls, customer }: Driver): Promise<void> => {
  const { sessions } = stripe.checkout;
  const create = async () =>
    sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
      customer: await customer(),
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } },
          quantity: 2,
        },
      ],
      payment_intent_data: { metadata: { order: '7' } },
    });
  const { id } = await create();
  await sessions.update(id, { metadata: { order: '7' } });
  await sessions.listLineItems(id, { expand: ['data.price.product'] });
  controls.completeCheckout(id, { card: '4000000000000002', email: 'ana@example.com' });
  controls.completeCheckout(id, { email: 'ana@example.com' });
  await sessions.retrieve(id, { expand: ['line_items', 'payment_intent'] });
  const delivered = await sessions.create({
    mode: 'payment',
    success_url: 'https://shop.example/thanks',
    line_items: [
      {
        price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } },
        quantity: 1,
      },
    ],
    shipping_options: [
      {
        shipping_rate_data: {
          display_name: 'Correos',
          fixed_amount: { amount: 500, currency: 'eur' },
          type: 'fixed_amount',
        },
      },
    ],
  });
  await stripe.shippingRates.retrieve(String(delivered.shipping_cost?.shipping_rate));
  await sessions.expire((await create()).id);
  const saving = await sessions.create({
    mode: 'setup',
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
    customer: await customer(),
  });
  controls.completeCheckout(saving.id);
  await sessions.list({ status: 'complete' });
  await refused(sessions.expire(id));
};
