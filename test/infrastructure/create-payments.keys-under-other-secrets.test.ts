import { expect } from 'chai';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createStripeProcessor } from '../../src/stripe.js';
import { rejectionOf } from '../support/errors/rejection-of.js';
import { type LossyProxy, startLossyProxy } from '../support/http/start-lossy-proxy.js';

const hour = 60 * 60;

describe('a key in doubt whose secret is lost, when another request uses it', () => {
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

  const start = (secret: string) => {
    const { secretKey, baseUrl } = { secretKey: server.apiKey, baseUrl: proxy.url };
    // Without `retrieveAccount` the store is not bound to an account, for which the processor would have to answer.
    const { retrieveAccount: _, ...processor } = createStripeProcessor({
      secretKey,
      baseUrl,
      maxRetries: 0,
      clock,
    });
    return createPayments({
      processor,
      clock,
      stores: { idempotencyStore: store },
      idempotencySecret: secret,
    });
  };

  const loseAnswer = async (work: () => Promise<unknown>): Promise<void> => {
    isDown = true;
    await rejectionOf(work()).finally(() => {
      isDown = false;
    });
  };

  const newCustomer = async (): Promise<string> => {
    const fields = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
    return (await start('first').createCustomer(fields)).id;
  };

  const expectInDoubt = async (answer: Promise<unknown>): Promise<void> => {
    const error: unknown = await answer.catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'idempotency_key_in_doubt' });
  };

  for (const [when, seconds] of [
    ['soon', 60],
    ['when the processor has forgotten it', 25 * hour],
  ] as const) {
    it(`stays in doubt for a payment of another amount, ${when}`, async () => {
      const customer = await newCustomer();
      const pay = (payments: ReturnType<typeof start>, amount: string) =>
        payments.withIdempotencyKey(`pay ${when}`).createPaymentIntent({
          amount,
          customer,
          payment_method: 'pm_card_visa',
          confirm: true,
        });
      await loseAnswer(() => pay(start('first'), '20'));
      now += seconds;
      await expectInDoubt(pay(start('second'), '30'));
      expect(await pay(start('second'), '20')).to.include({ status: 'succeeded', amount: 2000 });
      const { data } = await start('second').listPayments({ customer });
      expect(data).to.have.lengthOf(1);
    });

    it(`stays in doubt for a refund of another amount, ${when}`, async () => {
      const customer = await newCustomer();
      const { latest_charge } = await start('first').createPaymentIntent({
        amount: '50',
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      const charge = String(latest_charge);
      const refund = (payments: ReturnType<typeof start>, amount_minor: number) =>
        payments.withIdempotencyKey(`refund ${when}`).refundCharge({ charge, amount_minor });
      await loseAnswer(() => refund(start('first'), 1000));
      now += seconds;
      await expectInDoubt(refund(start('second'), 2000));
      expect(await refund(start('second'), 1000)).to.include({ amount: 1000 });
    });
  }

  it('stays in doubt for another operation, which the processor would not compare', async () => {
    const [customer, gone] = [await newCustomer(), await newCustomer()];
    const under = (secret: string) => start(secret).withIdempotencyKey('pay or delete');
    const pay = (secret: string) =>
      under(secret).createPaymentIntent({
        amount: '20',
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
      });
    await loseAnswer(() => pay('first'));
    const refusal: unknown = await under('second')
      .deleteCustomer({ customer: gone })
      .catch((cause: unknown) => cause);
    expect(refusal).to.include({ code: 'idempotency_key_reuse' });
    expect(await pay('second')).to.include({ status: 'succeeded', amount: 2000 });
  });
});
