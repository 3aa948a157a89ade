import { expect } from 'chai';
import { createClient } from '../../src/client.js';
import { createFetchHandler } from '../../src/fetch.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';

const order = 'order-42';
const baseUrl = 'http://localhost:3000';

/** A shop whose orders can be paid through the library, the client and bare HTTP, all on one store. */
const openShop = async (apiKey?: string) => {
  const payments = createPayments({ processor: createMemoryProcessor({ seed: 1 }) });
  const handler = createFetchHandler(
    payments,
    apiKey === undefined ? {} : { apiKeys: [`shop:${apiKey}`] },
  );
  const { id: customer } = await payments.createCustomer({
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+34600000000',
  });
  const client = createClient({
    baseUrl,
    fetch: (...request) => handler(new Request(...request)),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const payment = { amount: '19.99', payment_method: 'pm_card_visa', confirm: true } as const;
  return {
    inLibrary: async (scope?: string, formerScopes: ReadonlyArray<string> = []) => {
      const keyed = payments.withIdempotencyKey(order, {
        ...(scope === undefined ? {} : { scope }),
        formerScopes,
      });
      return (await keyed.createPaymentIntent({ customer, ...payment })).id;
    },
    byClient: async () => {
      const input = { customer_id: customer, ...payment };
      return (await client.createPaymentIntent(input, { idempotencyKey: order })).id;
    },
    overHttp: async () => {
      const response = await handler(
        new Request(`${baseUrl}/api/payments`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': order,
            ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ customer_id: customer, ...payment }),
        }),
      );
      return JSON.stringify(await response.json()).match(/pi_\w+/)?.[0];
    },
    payments: async () =>
      (await payments.listPayments({ customer })).data.map(({ id }): string => id),
  };
};

describe('An order that comes with its key through the library, the client and HTTP', () => {
  it('is charged once where there are no API keys', async () => {
    const { inLibrary, byClient, overHttp, payments } = await openShop();
    const ids = [await inLibrary(), await byClient(), await overHttp()];
    expect(new Set(ids).size).to.equal(1);
    expect(await payments()).to.deep.equal(ids.slice(0, 1));
  });

  it('is charged once when the library names the client of the API key', async () => {
    const { inLibrary, byClient, overHttp, payments } = await openShop('a-key-of-the-shop');
    const ids = [await byClient(), await inLibrary('client:shop'), await overHttp()];
    expect(new Set(ids).size).to.equal(1);
    expect(await payments()).to.deep.equal(ids.slice(0, 1));
  });

  it('is charged once by a caller whose scope is also among the former ones', async () => {
    const { inLibrary, payments } = await openShop();
    const ids = [await inLibrary('open', ['open', 'open']), await inLibrary('open', ['open'])];
    expect(new Set(ids).size).to.equal(1);
    expect(await payments()).to.deep.equal(ids.slice(0, 1));
  });

  it('is another order for a caller of another scope', async () => {
    const { inLibrary, byClient, payments } = await openShop('a-key-of-the-shop');
    const ids = [await byClient(), await inLibrary('back office')];
    expect(await payments())
      .to.have.members(ids)
      .and.have.length(2);
  });
});
