import { expect } from 'chai';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createStripeProcessor, type StripeProcessorOptions } from '../../src/stripe.js';
import { rejectionOf } from '../support/errors/rejection-of.js';
import { type LossyProxy, startLossyProxy } from '../support/http/start-lossy-proxy.js';

type Wording = Pick<StripeProcessorOptions, 'apiVersion' | 'cards'>;

describe('a key in doubt after a restart with another API version and another way to store cards', () => {
  let server: FakeServer;
  let proxy: LossyProxy;
  let isDown = false;
  let changes: Array<string> = [];

  before(async () => {
    server = await startFakeServer();
    proxy = await startLossyProxy(server.url, {
      answer: ({ method, url, headers }) => {
        if (method === 'POST') {
          const path = url?.replaceAll(/_[A-Za-z0-9]{14,}/g, '_1');
          changes.push(`${String(headers['stripe-version'])} ${path}`);
        }
        return isDown;
      },
    });
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const open = () => {
    const store = createMemoryIdempotencyStore();
    changes = [];
    return (wording: Wording) =>
      createPayments({
        processor: createStripeProcessor({
          secretKey: server.apiKey,
          baseUrl: proxy.url,
          maxRetries: 0,
          ...wording,
        }),
        stores: { idempotencyStore: store },
        idempotencySecret: 'shared by both starts',
      });
  };

  const loseAnswers = async (work: () => Promise<unknown>): Promise<void> => {
    isDown = true;
    await rejectionOf(work()).finally(() => {
      isDown = false;
    });
  };

  const dahlia: Wording = { apiVersion: '2026-08-26.dahlia', cards: 'sources' };
  const endive: Wording = { apiVersion: '2026-10-28.endive', cards: 'payment_methods' };

  for (const [first, then] of [
    [dahlia, endive],
    [endive, dahlia],
  ] as const) {
    it(`pays once, in the format of the first request (${first.apiVersion})`, async () => {
      const start = open();
      const { id: customer } = await start(first).createCustomer({
        email: 'ana@example.com',
        name: 'Ana',
        phone: '+34600000000',
      });
      const pay = (payments: ReturnType<typeof start>) =>
        payments.withIdempotencyKey(`pay ${first.apiVersion}`).createPaymentIntent({
          amount: '19.99',
          customer,
          payment_method: 'pm_card_visa',
          confirm: true,
        });
      changes = [];
      await loseAnswers(() => pay(start(first)));
      expect(await pay(start(then))).to.include({ status: 'succeeded', amount: 1999 });
      const line = `${first.apiVersion} /v1/payment_intents`;
      expect(changes).to.deep.equal([line, line]);
      const { data } = await start(then).listPayments({ customer });
      expect(data).to.have.lengthOf(1);
    });

    it(`stores one card, as ${first.cards}`, async () => {
      const start = open();
      const { id: customer } = await start(first).createCustomer({
        email: 'ana@example.com',
        name: 'Ana',
        phone: '+34600000000',
      });
      const keep = (payments: ReturnType<typeof start>) =>
        payments
          .withIdempotencyKey(`keep ${first.apiVersion}`)
          .assignCard({ customer, source: 'tok_visa' });
      changes = [];
      await loseAnswers(() => keep(start(first)));
      const { id } = await keep(start(then));
      const lines =
        first.cards === 'sources'
          ? ['/v1/customers/cus_1/sources', '/v1/customers/cus_1/sources']
          : ['/v1/payment_methods', '/v1/payment_methods', '/v1/payment_methods/pm_1/attach'];
      expect(changes).to.deep.equal(lines.map((line) => `${first.apiVersion} ${line}`));
      const cards = await start(then).listCards({ customer });
      expect(cards.map((card) => card.id)).to.deep.equal([id]);
    });
  }
});
