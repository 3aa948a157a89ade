import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('searches, through the official SDK', () => {
  const shop = useShop();

  it('find customers by email, as sign-up code does before it creates one', async () => {
    const { stripe } = shop();
    const { id } = await stripe.customers.create({ email: 'Ana@example.com' });
    await stripe.customers.create({
      email: 'ana@example.com',
      metadata: { customerType: 'organization' },
    });
    const found = await stripe.customers.search({
      query: `email:"ana@example.com" AND -metadata["customerType"]:"organization"`,
      limit: 1,
    });
    expect(found.data.map((customer) => customer.id)).to.deep.equal([id]);
    expect(found).to.include({ object: 'search_result', has_more: false, next_page: null });
  });

  it('page through all matches with for await, newest first', async () => {
    const { stripe } = shop();
    const made: Array<string> = [];
    for (let at = 0; at < 25; at += 1) {
      const order = at % 5 === 4 ? 'none' : '77';
      // One after the other: the test checks their order.
      // oxlint-disable-next-line no-await-in-loop
      const { id } = await stripe.paymentIntents.create({
        amount: 1000 + at,
        currency: 'eur',
        metadata: { order },
      });
      if (order === '77') made.unshift(id);
    }
    const seen: Array<string> = [];
    for await (const { id } of stripe.paymentIntents.search({
      query: "metadata['order']:'77' AND amount>=1000",
      limit: 7,
    })) {
      seen.push(id);
    }
    expect(seen).to.deep.equal(made);
  });

  it('count and expand what they find', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    await stripe.charges.create({ amount: 700, currency: 'eur', customer, source: card });
    const { data, total_count } = await stripe.charges.search({
      query: `customer:"${customer}" AND payment_method_details.card.last4:4242`,
      expand: ['total_count', 'data.customer'],
    });
    expect(total_count).to.equal(1);
    expect(data[0]?.customer).to.include({ id: customer, object: 'customer' });
  });

  it('refuse a query that they cannot read', async () => {
    const { stripe } = shop();
    const error = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.customers.search({ query: 'ana@example.com' }),
    );
    expect(error.message).to.contain('We were unable to parse your search query.');
  });
});
