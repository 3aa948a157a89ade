import { expect } from 'chai';
import { describeStripeProcessor } from '../../../../src/contract.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { memoryContract } from '../../../contract/support/memory-contract.js';
import { stripeAccounts } from '../../../contract/support/stripe-accounts.js';
import {
  everyOddAnswer,
  type LossyProxy,
  startLossyProxy,
} from '../../../support/http/start-lossy-proxy.js';

for (const cards of ['sources', 'payment_methods'] as const) {
  describe(`over HTTP, with the first response to each change lost, and cards stored as ${cards}`, () => {
    let server: FakeServer;
    let proxy: LossyProxy;

    before(async () => {
      server = await startFakeServer({ cardTokens: cards === 'sources' });
      proxy = await startLossyProxy(server.url, everyOddAnswer);
    });
    after(async () => {
      await proxy.close();
      await server.close();
    });

    describeStripeProcessor(
      'the Stripe adapter',
      stripeAccounts(
        () => server,
        () => proxy.url,
        { cards },
      ),
      { ...memoryContract, cards },
    );

    describe('the proxy', () => {
      it('has lost responses', () => {
        expect(proxy.lost().answers).to.be.greaterThan(500);
      });
    });
  });
}
