import { describePaymentProcessor } from '../../../../src/contract.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server/start-fake-server.js';
import { stripeAccounts, stripeCapabilities } from '../../../contract/support/stripe-accounts.js';

describe('over HTTP', () => {
  let server: FakeServer;

  before(async () => {
    server = await startFakeServer();
  });
  after(() => server.close());

  describePaymentProcessor(
    'the Stripe adapter',
    stripeAccounts(
      () => server,
      () => server.url,
    ),
    stripeCapabilities,
  );
});
