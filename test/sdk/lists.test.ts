import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('lists, through the official SDK', () => {
  const shop = useShop();
  const customers: Array<string> = [];
  const moment = { between: 0 };

  before(async () => {
    const { stripe, server } = shop();
    const add = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made += 1) {
        const email = made === 7 ? 'seven@example.com' : `${made}@example.com`;
        // One after the other: the test checks their order.
        // oxlint-disable-next-line no-await-in-loop
        customers.unshift((await stripe.customers.create({ email })).id);
      }
    };
    await add(100);
    server.processor.controls.clock.advance(3600);
    moment.between = server.processor.controls.clock.now();
    await add(150);
  });

  it('for await iterates over 250 customers, each once, newest first', async () => {
    const { stripe } = shop();
    const seen: Array<string> = [];
    for await (const { id } of stripe.customers.list({ limit: 100 })) seen.push(id);
    expect(seen).to.deep.equal(customers);
  });

  it('autoPagingEach stops when its callback returns false', async () => {
    const { stripe } = shop();
    const seen: Array<string> = [];
    await stripe.customers.list({ limit: 60 }).autoPagingEach(({ id }) => {
      seen.push(id);
      return seen.length < 130;
    });
    expect(seen).to.deep.equal(customers.slice(0, 130));
  });

  it('autoPagingToArray pages from the oldest', async () => {
    const { stripe } = shop();
    const last = customers.at(-1);
    if (last === undefined) throw new Error('there are no customers');
    const newer = await stripe.customers
      .list({ limit: 100, ending_before: last })
      .autoPagingToArray({ limit: 240 });
    expect(newer.map(({ id }) => id)).to.deep.equal(customers.slice(9, -1).toReversed());
  });

  it('a page has has_more, and ten items by default', async () => {
    const { stripe } = shop();
    const page = await stripe.customers.list();
    expect(page).to.include({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(page.data.map(({ id }) => id)).to.deep.equal(customers.slice(0, 10));
  });

  it('filters by text and by creation time', async () => {
    const { stripe } = shop();
    const ids = async (params: Stripe.CustomerListParams): Promise<ReadonlyArray<string>> =>
      (
        await stripe.customers.list({ limit: 100, ...params }).autoPagingToArray({ limit: 300 })
      ).map(({ id }) => id);
    const { between } = moment;
    expect(await ids({ email: 'seven@example.com' })).to.have.lengthOf(2);
    expect(await ids({ created: { lt: between } })).to.deep.equal(customers.slice(150));
    expect(await ids({ created: { gte: between } })).to.deep.equal(customers.slice(0, 150));
    expect(await ids({ created: { gt: between + 3600 } })).to.deep.equal([]);
    expect(await ids({ email: 'seven@example.com', created: { gte: between } })).to.have.lengthOf(
      1,
    );
  });

  it('refuses an invalid cursor and too large a page', async () => {
    const { stripe } = shop();
    const cursor = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.customers.list({ starting_after: 'cus_none' }),
    );
    expect(cursor).to.include({
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
      message: `No such customer: 'cus_none'`,
    });
    const limit = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.customers.list({ limit: -1 }),
    );
    expect(limit).to.include({ statusCode: 400, param: 'limit' });
  });
});
