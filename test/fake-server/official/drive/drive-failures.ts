import type { Stripe } from 'stripe';
import { type Driver, refused } from './driver.js';

/** What the processor says no to, whoever asks. `stranger` comes with a key that is none. */
export const driveFailures = async (
  { stripe, controls }: Driver,
  stranger: Stripe,
): Promise<void> => {
  await refused(stranger.customers.list());
  await refused(stripe.customers.retrieve('cus_none'));
  await refused(stripe.paymentIntents.retrieve('pi_none'));
  await refused(stripe.paymentIntents.create({ amount: 1, currency: 'eur' }));
  await refused(stripe.paymentIntents.create({ amount: 1000, currency: 'none' }));
  await refused(
    stripe.paymentIntents.create({ amount: 1000, currency: 'eur', customer: 'cus_none' }),
  );
  await refused(
    stripe.paymentIntents.create({ amount: 1000, currency: 'eur', on_behalf_of: 'acct_1' }),
  );
  await refused(stripe.rawRequest('POST', '/v1/customers', { colour: 'blue' }));
  await refused(stripe.customers.list({ limit: 0 }));
  await refused(stripe.customers.list({ expand: ['data.a.b.c.d'] }));
  await refused(stripe.rawRequest('GET', '/v1/nothing'));
  await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'once' });
  await refused(stripe.customers.create({ name: 'Eva' }, { idempotencyKey: 'once' }));
  controls.failNext({ on: 'any', with: 'rate_limit' });
  await refused(stripe.customers.list());
  controls.failNext({ on: 'any', with: 'server_error' });
  await refused(stripe.customers.list());
};
