import { expect } from 'chai';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createStripeProcessor } from '../../src/stripe.js';
import { type LossyProxy, startLossyProxy } from '../support/http/start-lossy-proxy.js';

const day = 24 * 60 * 60;

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );

describe('idempotency keys while the circuit breaker is open', () => {
  let server: FakeServer;
  let proxy: LossyProxy;
  let isDown = false;
  let now = 1_800_000_000;
  const clock = () => now;
  const store = createMemoryIdempotencyStore();

  before(async () => {
    server = await startFakeServer({ clock });
    proxy = await startLossyProxy(server.url, { answer: () => isDown });
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const start = () => {
    // Without `retrieveAccount` the store is not bound to an account: the processor of a new process would have to tell it.
    const { retrieveAccount: _, ...processor } = createStripeProcessor({
      secretKey: server.apiKey,
      baseUrl: proxy.url,
      maxRetries: 0,
      breakerFailures: 1,
      breakerPauseMs: 600_000,
      clock,
    });
    return createPayments({
      processor,
      clock,
      stores: { idempotencyStore: store },
      idempotencySecret: 'a secret of the tests',
    });
  };

  it('keep a request in doubt that was sent before, and let a new one be sent later', async () => {
    const healthy = start();
    const fields = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
    const { id: customer } = await healthy.withIdempotencyKey('customer').createCustomer(fields);
    // A store in memory that is younger may have forgotten keys.
    now += 2 * day;
    const pay = (payments: ReturnType<typeof start>, key: string) =>
      payments.withIdempotencyKey(key).createPaymentIntent({
        amount: '20',
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
      });
    const paid = async () => (await healthy.listPayments({ customer })).data.length;

    const payments = start();
    isDown = true;
    const unknown = { code: 'processor_unavailable', outcome: 'unknown' };
    expect(await errorOf(pay(payments, 'sent'))).to.include(unknown);
    isDown = false;

    expect(await errorOf(pay(payments, 'sent')), 'the repetition').to.include(unknown);
    expect(await errorOf(pay(payments, 'new')), 'a new request').to.include({
      code: 'processor_unavailable',
      outcome: 'not_done',
    });
    expect(await paid()).to.equal(1);

    now += 2 * day;
    const settled = await errorOf(pay(payments, 'sent'));
    expect(settled, 'no evidence can be read').to.include({ code: 'idempotency_key_in_doubt' });
    expect(await paid()).to.equal(1);

    expect(await pay(start(), 'sent'), 'found').to.include({ status: 'succeeded' });
    expect(await paid()).to.equal(1);
    expect(await pay(start(), 'new'), 'sent').to.include({ status: 'succeeded' });
    expect(await paid()).to.equal(2);
  });
});
