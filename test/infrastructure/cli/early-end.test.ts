import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { usePrograms } from '../../support/programs/use-programs.js';

describe('a process that ends before its command', () => {
  const { run } = usePrograms();
  let stripe: FakeServer;

  beforeEach(async () => {
    stripe = await startFakeServer();
  });
  afterEach(() => stripe.close());

  for (const [what, text] of [
    ['ends the process', 'export const orders = () => process.exit();'],
    ['waits for ever', 'await new Promise(() => {}); export const orders = () => [];'],
  ] as const) {
    it(`reconciles nothing, and exits with 2, where the module of the orders ${what}`, async () => {
      const { code, stdout, stderr } = await run(
        ['reconcile', '--from', '1d', '--orders', 'orders.mjs'],
        { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_BASE_URL: stripe.url },
        { 'orders.mjs': text },
      );
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(
        /pasarela: the process ended before everything was compared\. A module that it loaded called process\.exit\(\), or awaits a promise/,
      );
    });
  }
});
