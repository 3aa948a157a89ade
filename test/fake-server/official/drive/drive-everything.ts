import type { Stripe } from 'stripe';
import type { FakeServer } from '../../../../src/fake-server/start-fake-server.js';
import { sdkAt } from '../../sdk/support/sdk-at.js';
import { driveCharges } from './drive-charges.js';
import { driveCustomers } from './drive-customers.js';
import { driveEvents } from './drive-events.js';
import { driveFailures } from './drive-failures.js';
import { drivePayments } from './drive-payments.js';
import { driverOf } from './driver.js';

/** Asks a server for every operation, and for what it refuses. */
export const driveEverything = async (
  server: FakeServer,
  options: Stripe.StripeConfig,
): Promise<void> => {
  const driver = driverOf(sdkAt(server.url, server.apiKey, options), server.processor.controls);
  await driveCustomers(driver);
  await drivePayments(driver);
  await driveCharges(driver);
  await driveFailures(driver, sdkAt(server.url, 'nonsense', options));
  await driveEvents(driver);
};
