import { startFakeServer } from 'pasarela/fake-server';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';

test('a declined card', async () => {
  const server = await startFakeServer();
  const { hostname: host, port } = new URL(server.url);
  const stripe = new Stripe(server.apiKey, { protocol: 'http', host, port });
  const order = { amount: 1999, currency: 'eur', payment_method_types: ['card'], confirm: true };
  const card = 'pm_card_visa_chargeDeclinedInsufficientFunds';
  const declined = stripe.paymentIntents.create({ ...order, payment_method: card });
  await expect(declined).rejects.toMatchObject({ decline_code: 'insufficient_funds' });
  await server.close();
});
