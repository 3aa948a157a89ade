import { type Driver, refused } from './driver.js';

/** Charges with and without an intent, refunds in every status, disputes, and the balance. */
export const driveCharges = async (driver: Driver): Promise<void> => {
  const { stripe, controls, saved } = driver;
  const expand = ['customer', 'balance_transaction', 'payment_intent'];
  const money = { amount: 1000, currency: 'eur' };
  const return_url = 'https://shop.example/orders/7';

  const direct = await stripe.charges.create({
    ...money,
    source: 'tok_visa',
    description: 'Pedido 7',
    metadata: { order: '7' },
    receipt_email: 'ana@example.com',
    shipping: { name: 'Ana Gil', address: { line1: 'Calle Mayor 7' } },
    statement_descriptor_suffix: 'PEDIDO',
    transfer_group: 'orders',
    expand,
  });
  await stripe.charges.update(direct.id, { description: 'Pedido 8', metadata: { order: '8' } });
  await stripe.charges.update(direct.id, { fraud_details: { user_report: 'safe' } });
  const { customer, card } = await saved('4242424242424242');
  await stripe.charges.create({ ...money, customer, source: card });
  const held = await stripe.charges.create({ ...money, customer, capture: false });
  await stripe.charges.capture(held.id, { amount: 400 });
  await refused(stripe.charges.capture(held.id));
  await refused(stripe.charges.create({ ...money, source: 'tok_chargeDeclined' }));
  const lapsed = await stripe.charges.create({ ...money, customer, capture: false });
  controls.clock.advance(8 * 86_400);
  await stripe.charges.retrieve(lapsed.id, { expand });

  const part = await stripe.refunds.create({
    charge: direct.id,
    amount: 300,
    reason: 'requested_by_customer',
    metadata: { order: '7' },
    expand: ['charge', 'balance_transaction'],
  });
  await stripe.refunds.update(part.id, { metadata: { order: '8' } });
  await stripe.refunds.create({ charge: direct.id });
  await refused(stripe.refunds.create({ charge: direct.id }));
  await refused(stripe.refunds.cancel(part.id));
  await stripe.charges.retrieve(direct.id, { expand: ['refunds'] });

  for (const payment_method of ['pm_card_pendingRefund', 'pm_card_refundFail']) {
    // oxlint-disable-next-line no-await-in-loop
    const { id } = await stripe.paymentIntents.create({
      ...money,
      payment_method,
      confirm: true,
      return_url,
    });
    // oxlint-disable-next-line no-await-in-loop
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ['payment_intent'] });
    controls.settle(refund.id);
    // oxlint-disable-next-line no-await-in-loop
    await stripe.refunds.retrieve(refund.id, {
      expand: ['charge.customer', 'payment_method', 'customer'],
    });
  }
  const { latest_charge: disputed } = await stripe.paymentIntents.create({
    ...money,
    payment_method: 'pm_card_createDispute',
    confirm: true,
    return_url,
  });
  const charge = typeof disputed === 'string' ? disputed : '';
  await refused(stripe.refunds.create({ charge }));
  await stripe.charges.retrieve(charge, { expand });
  await stripe.refunds.list({ expand: ['data.charge', 'data.payment_intent'] });
  await stripe.refunds.list({ charge: direct.id });
  await stripe.charges.search({ query: 'amount>1', limit: 1, expand: ['data.customer'] });
  await stripe.charges.list({ limit: 100, expand: ['data.customer', 'data.payment_intent'] });
  await stripe.rawRequest('GET', `/v1/charges/${direct.id}/refunds`);
  await refused(stripe.rawRequest('POST', `/v1/charges/${direct.id}/refunds`));
  await stripe.rawRequest('GET', `/v1/charges/${direct.id}/refunds/${part.id}`);
  await stripe.rawRequest('GET', `/v1/charges/${charge}/dispute`);
  const evidence = { uncategorized_text: 'the lamp was delivered' };
  await stripe.rawRequest('POST', `/v1/charges/${charge}/dispute`, { evidence, submit: false });
  await stripe.rawRequest('POST', `/v1/charges/${charge}/dispute/close`);
  for (const kind of ['Dispute', 'DisputeProductNotReceived', 'DisputeInquiry']) {
    for (const word of ['winning', 'losing', 'escalate_inquiry', 'no']) {
      // oxlint-disable-next-line no-await-in-loop
      const paid = await stripe.paymentIntents.create({
        ...money,
        payment_method: `pm_card_create${kind}`,
        payment_method_types: ['card'],
        confirm: true,
      });
      // oxlint-disable-next-line no-await-in-loop
      const { data } = await stripe.disputes.list({ payment_intent: paid.id });
      const dispute = data[0]?.id ?? '';
      // oxlint-disable-next-line no-await-in-loop
      await stripe.disputes.update(dispute, {
        evidence: { receipt: 'file_1', uncategorized_text: `${word}_evidence` },
        metadata: { order: '7' },
      });
      controls.clock.advance(5);
      // oxlint-disable-next-line no-await-in-loop
      await stripe.disputes.retrieve(dispute, { expand: ['charge'] });
      // oxlint-disable-next-line no-await-in-loop
      if (word === 'no') await stripe.disputes.close(dispute);
    }
  }
  const again = await stripe.charges.create({ ...money, source: 'tok_visa' });
  await stripe.rawRequest('POST', `/v1/charges/${again.id}/refund`);

  await stripe.charges.create({ ...money, amount: 100_000, source: 'tok_bypassPending' });
  const payout = {
    amount: 100,
    currency: 'eur',
    description: 'May',
    statement_descriptor: 'LAMPS',
  };
  const [canceled, failed, paid] = await Promise.all(
    [1, 2, 3].map(() => stripe.payouts.create({ ...payout, metadata: { month: '5' } })),
  );
  await stripe.payouts.update(paid?.id ?? '', { metadata: { month: '6' } });
  await stripe.payouts.cancel(canceled?.id ?? '');
  await refused(stripe.payouts.reverse(paid?.id ?? ''));
  controls.fail(failed?.id ?? '');
  controls.clock.advance(3 * 86_400);
  await stripe.payouts.list({ expand: ['data.failure_balance_transaction'] });
  await stripe.payouts.retrieve(paid?.id ?? '', { expand: ['balance_transaction'] });
  await stripe.balance.retrieve();
  const { data } = await stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'] });
  await stripe.balanceTransactions.retrieve(data[0]?.id ?? '');
  const disputes = await stripe.disputes.list({ expand: ['data.charge', 'data.payment_intent'] });
  await stripe.disputes.retrieve(disputes.data[0]?.id ?? '');
};
