import { describeStripeProcessor } from '../../../../src/contract.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { memoryContract } from '../../../contract/support/memory-contract.js';
import { stripeAccounts } from '../../../contract/support/stripe-accounts.js';

// One version takes `payment_method_types`, the other `allowed_payment_method_types`.
const setUps = [
  { apiVersion: '2026-08-26.dahlia', cards: 'sources' },
  { apiVersion: '2026-10-28.endive', cards: 'sources' },
  { apiVersion: '2026-08-26.dahlia', cards: 'payment_methods' },
] as const;

for (const { apiVersion, cards } of setUps) {
  describe(`over HTTP in ${apiVersion}, with cards stored as ${cards}`, () => {
    let server: FakeServer;

    before(async () => {
      server = await startFakeServer({ cardTokens: cards === 'sources' });
    });
    after(() => server.close());

    describeStripeProcessor(
      'the Stripe adapter',
      stripeAccounts(
        () => server,
        () => server.url,
        { apiVersion, cards },
      ),
      { ...memoryContract, cards },
    );
  });
}
