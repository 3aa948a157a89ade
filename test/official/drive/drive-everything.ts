import type { Stripe } from 'stripe';
import type { FakeServer } from '../../../src/fake-server.js';
import { sdkAt } from '../../sdk/support/use-shop.js';
import { driveCharges } from './drive-charges.js';
import { driveCheckout } from './drive-checkout.js';
import { driveCustomers } from './drive-customers.js';
import { driveMethods } from './drive-methods.js';
import { drivePayments } from './drive-payments.js';
import { driveSetups } from './drive-setups.js';
import { type Driver, driverOf, refused } from './driver.js';

/** Webhook endpoints, and all events so far. */
const driveEvents = async ({ stripe }: Driver): Promise<void> => {
  const url = 'https://shop.example/hook';
  const { id } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['*'],
    description: 'Pedidos',
    metadata: { team: 'a' },
  });
  await stripe.webhookEndpoints.retrieve(id);
  await stripe.webhookEndpoints.update(id, { disabled: true, metadata: { team: 'b' } });
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(id);
  await refused(stripe.webhookEndpoints.retrieve(id));
  const seen: Array<string> = [];
  for await (const event of stripe.events.list({ limit: 100 })) seen.push(event.id);
  const [latest = ''] = seen;
  await stripe.events.retrieve(latest);
  await refused(stripe.events.retrieve('evt_none'));
};

/** The payment methods that the account offers. */
const driveConfigurations = async ({ stripe }: Driver): Promise<void> => {
  const [{ id } = { id: '' }] = (await stripe.paymentMethodConfigurations.list()).data;
  await stripe.paymentMethodConfigurations.update(id, {
    bizum: { display_preference: { preference: 'on' } },
  });
  await stripe.paymentMethodConfigurations.retrieve(id);
};

/** Requests that the processor refuses. `stranger` has an invalid key. */
const driveFailures = async ({ stripe, controls }: Driver, stranger: Stripe): Promise<void> => {
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
  await refused(stripe.customers.list({ limit: -1 }));
  await refused(stripe.customers.list({ expand: ['data.a.b.c.d'] }));
  await refused(stripe.rawRequest('GET', '/v1/nothing'));
  await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'once' });
  await refused(stripe.customers.create({ name: 'Eva' }, { idempotencyKey: 'once' }));
  controls.failNext({ on: 'any', with: 'rate_limit' });
  await refused(stripe.customers.list());
  controls.failNext({ on: 'any', with: 'server_error' });
  await refused(stripe.customers.list());
};

/** Calls every operation of a server, with success and with errors. */
export const driveEverything = async (
  server: FakeServer,
  options: Stripe.StripeConfig,
): Promise<void> => {
  const driver = driverOf(sdkAt(server.url, server.apiKey, options), server.processor.controls);
  await driveCustomers(driver);
  await drivePayments(driver);
  await driveMethods(driver);
  await driveSetups(driver);
  await driveCharges(driver);
  await driveCheckout(driver);
  await driveConfigurations(driver);
  await driveFailures(driver, sdkAt(server.url, 'nonsense', options));
  await driver.stripe.rawRequest('GET', '/v1/account');
  await driveEvents(driver);
};
