import { describePaymentProcessor } from '../../../../src/contract.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server/start-fake-server.js';
import { stripeAccounts, stripeCapabilities } from '../../../contract/support/stripe-accounts.js';

describe('over HTTP', () => {
  let server: FakeServer;

  before(async () => {
    server = await startFakeServer();
  });
  after(() => server.close());

  // The first sends `payment_method_types`, the second `allowed_payment_method_types`.
  for (const apiVersion of ['2026-08-26.dahlia', '2026-10-28.endive']) {
    describePaymentProcessor(
      `the Stripe adapter in ${apiVersion}`,
      stripeAccounts(
        () => server,
        () => server.url,
        { apiVersion },
      ),
      stripeCapabilities,
    );
  }
});
