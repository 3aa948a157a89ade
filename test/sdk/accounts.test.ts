import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { sdkAt, useShop } from './support/use-shop.js';

const key = (...words: ReadonlyArray<string>): string => words.join('_');

describe('accounts, through the official SDK', () => {
  const shop = useShop();

  it('each key sees only its own objects', async () => {
    const { url } = shop().server;
    const ours = sdkAt(url, key('sk', 'test', 'ours'));
    const theirs = sdkAt(url, key('sk', 'test', 'theirs'));
    const { id } = await ours.customers.create();
    expect((await theirs.customers.list()).data).to.deep.equal([]);
    const missing = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      theirs.customers.retrieve(id),
    );
    expect(missing).to.include({ statusCode: 404, code: 'resource_missing' });
    expect((await sdkAt(url, key('rk', 'test', 'ours')).customers.retrieve(id)).id).to.equal(id);
  });

  it('Stripe-Account names another account', async () => {
    const { stripe } = shop();
    const stripeAccount = 'acct_1PgafTB7WZ01zgkW';
    const { id } = await stripe.customers.create({}, { stripeAccount });
    expect((await stripe.customers.retrieve(id, {}, { stripeAccount })).id).to.equal(id);
    await refusedWith(Stripe.errors.StripeInvalidRequestError, stripe.customers.retrieve(id));
  });

  for (const wrong of ['nonsense', key('sk', 'live', 'abcdefgh')]) {
    it(`an invalid key is refused: ${wrong}`, async () => {
      const { url } = shop().server;
      const refused = await refusedWith(
        Stripe.errors.StripeAuthenticationError,
        sdkAt(url, wrong).customers.list(),
      );
      expect(refused).to.include({ statusCode: 401, rawType: 'invalid_request_error' });
      expect(refused.message).to.not.contain(wrong);
    });
  }
});
