import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('payouts, through the official SDK', () => {
  const shop = useShop();

  it('take available money, and arrive', async () => {
    const { stripe, server } = shop();
    const money = { amount: 2000, currency: 'eur' };
    const tooMuch = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.payouts.create(money),
    );
    expect(tooMuch).to.include({ statusCode: 400, code: 'balance_insufficient' });
    await stripe.charges.create({ ...money, source: 'tok_bypassPending' });
    const { id } = await stripe.payouts.create({ ...money, metadata: { month: '5' } });
    expect((await stripe.balance.retrieve()).available[0]).to.include({ amount: 0 });
    await stripe.payouts.update(id, { metadata: { month: '6' } });
    expect((await stripe.payouts.list({ status: 'pending' })).data).to.have.length(1);
    server.processor.controls.settle(id);
    const payout = await stripe.payouts.retrieve(id, { expand: ['balance_transaction'] });
    expect(payout).to.deep.include({ status: 'paid', metadata: { month: '6' } });
    expect(payout.balance_transaction).to.include({ amount: -2000, type: 'payout' });
  });

  it('can be canceled while they are pending', async () => {
    const { stripe } = shop();
    const money = { amount: 700, currency: 'gbp' };
    await stripe.charges.create({ ...money, source: 'tok_bypassPending' });
    const { id } = await stripe.payouts.create(money);
    expect(await stripe.payouts.cancel(id)).to.include({ status: 'canceled' });
    const again = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.payouts.reverse(id),
    );
    expect(again.statusCode).to.equal(400);
  });
});
