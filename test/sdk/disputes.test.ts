import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('disputes, through the official SDK', () => {
  const shop = useShop();

  const disputed = async (payment_method: string): Promise<Stripe.Dispute> => {
    const { stripe } = shop();
    const { id } = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      payment_method,
      payment_method_types: ['card'],
      confirm: true,
    });
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    if (dispute === undefined) throw new Error('not disputed');
    return dispute;
  };

  it('win with evidence, and send their events', async () => {
    const { stripe, server } = shop();
    const { id } = await disputed('pm_card_createDispute');
    const answered = await stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'winning_evidence', receipt: 'file_1' },
      metadata: { order: '7' },
    });
    expect(answered).to.deep.include({ status: 'under_review', metadata: { order: '7' } });
    server.processor.controls.clock.advance(5);
    const won = await stripe.disputes.retrieve(id);
    expect(won).to.include({ status: 'won', is_charge_refundable: true });
    expect(won.balance_transactions.map(({ net }) => net)).to.deep.equal([-3500, 2000]);
    const { data } = await stripe.events.list({ type: 'charge.dispute.*' });
    expect(data.map(({ type }) => type)).to.deep.equal([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ]);
  });

  it('are lost when closed, and cannot be closed again', async () => {
    const { stripe } = shop();
    const { id } = await disputed('pm_card_createDisputeProductNotReceived');
    expect(await stripe.disputes.close(id)).to.include({
      reason: 'product_not_received',
      status: 'lost',
    });
    const again = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.disputes.close(id),
    );
    expect(again).to.include({ statusCode: 400, message: 'This dispute is already closed' });
  });
});
