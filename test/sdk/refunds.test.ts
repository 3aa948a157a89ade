import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('refunds, through the official SDK', () => {
  const shop = useShop();

  const paid = async (amount: number): Promise<{ intent: string; charge: string }> => {
    const { id, latest_charge } = await shop().stripe.paymentIntents.create({
      amount,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    if (typeof latest_charge !== 'string') throw new Error('the charge is expanded');
    return { intent: id, charge: latest_charge };
  };

  it('refunds part of a charge, refuses more than the rest, and refunds the rest', async () => {
    const { stripe } = shop();
    const { intent, charge } = await paid(1000);
    const part = await stripe.refunds.create({
      charge,
      amount: 300,
      reason: 'requested_by_customer',
      metadata: { order: '7' },
    });
    expect(part).to.deep.include({
      object: 'refund',
      amount: 300,
      charge,
      payment_intent: intent,
      reason: 'requested_by_customer',
      status: 'succeeded',
      metadata: { order: '7' },
    });
    expect(await stripe.charges.retrieve(charge)).to.include({
      amount_refunded: 300,
      refunded: false,
    });
    const tooMuch = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.refunds.create({ charge, amount: 701 }),
    );
    expect(tooMuch).to.include({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount (€7.01) is greater than unrefunded amount on charge (€7.00)',
    });
    expect(tooMuch.code).to.equal(undefined);
    const rest = await stripe.refunds.create({ payment_intent: intent });
    expect(rest.amount).to.equal(700);
    const { refunded, amount_refunded } = await stripe.charges.retrieve(charge);
    expect([refunded, amount_refunded]).to.deep.equal([true, 1000]);
    const again = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.refunds.create({ charge }),
    );
    expect(again).to.include({
      code: 'charge_already_refunded',
      message: `Charge ${charge} has already been refunded.`,
    });
    const list = await stripe.refunds.list({ charge });
    expect(list.data.map(({ id }) => id)).to.deep.equal([rest.id, part.id]);
  });

  it('the metadata of a refund can be updated', async () => {
    const { stripe } = shop();
    const { charge } = await paid(1000);
    const { id } = await stripe.refunds.create({ charge });
    await stripe.refunds.update(id, { metadata: { ticket: '12' } });
    expect((await stripe.refunds.retrieve(id)).metadata).to.deep.equal({ ticket: '12' });
  });

  it('balance transactions name their source', async () => {
    const { stripe, server } = shop();
    const { charge } = await paid(1000);
    server.processor.controls.clock.advance(2);
    const { id } = await stripe.refunds.create({ charge, amount: 400 });
    const { data } = await stripe.balanceTransactions.list({
      limit: 2,
      expand: ['data.source.payment_intent'],
    });
    const [back, forth] = data;
    expect(back).to.have.nested.include({ amount: -400, type: 'refund', 'source.id': id });
    expect(forth).to.have.nested.include({
      amount: 1000,
      type: 'charge',
      'source.id': charge,
      'source.payment_intent.status': 'succeeded',
    });
  });
});
