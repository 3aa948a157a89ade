import { expect } from 'chai';
import { anOrder, useProcessors } from './support/processors.js';

const card = { payment_method: 'pm_card_visa', confirm: true, return_url: 'https://shop.example/' };

describe("the processor's ledger in a torture test", () => {
  const start = useProcessors();

  it('has what was captured, held and given back of each payment', async () => {
    const orders = [1, 2, 3, 4, 5].map((number) => anOrder(number));
    const test = await start({ orders });
    const { paymentIntents, refunds } = test.stripe();
    const pay = (number: number, more = {}) =>
      paymentIntents.create({ amount: 1000 + number, currency: 'eur', ...card, ...more });
    const paid = await pay(1);
    const refund = await refunds.create({ payment_intent: paid.id, amount: 300 });
    await refunds.create({ payment_intent: paid.id, amount: 200 });
    await pay(2, { capture_method: 'manual' });
    const held = await pay(3, { capture_method: 'manual' });
    await paymentIntents.capture(held.id, { amount_to_capture: 600 });
    const released = await pay(4, { capture_method: 'manual' });
    await paymentIntents.cancel(released.id);
    await pay(5, { payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => null);

    const [first, second, third, fourth, fifth] = test.processor.payments();
    expect(first).to.deep.include({ order: 1, status: 'succeeded', captured: 1001, held: 0 });
    expect(first?.currency).to.equal('eur');
    expect(first?.charges).to.deep.equal([
      { id: paid.latest_charge, captured: 1001, refunded: 500 },
    ]);
    expect(first?.refunds).to.have.lengthOf(2);
    expect(first?.refunds).to.deep.include({ id: refund.id, amount: 300, status: 'succeeded' });
    expect(second).to.deep.include({
      order: 2,
      status: 'requires_capture',
      captured: 0,
      held: 1002,
    });
    expect(third).to.deep.include({ order: 3, captured: 600, held: 0, refunds: [] });
    expect(fourth).to.deep.include({
      order: 4,
      status: 'canceled',
      captured: 0,
      held: 0,
      refunds: [],
    });
    expect(fifth).to.deep.include({
      order: 5,
      status: 'requires_payment_method',
      captured: 0,
      charges: [],
    });
  });

  it('has no money of a direct debit that the bank has not answered', async () => {
    const test = await start({ orders: [anOrder(1)] });
    await test.stripe().paymentIntents.create({
      amount: 1001,
      currency: 'eur',
      confirm: true,
      payment_method_types: ['sepa_debit'],
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'AT321904300235473204' },
        billing_details: { name: 'Ana Gil', email: anOrder(1).email },
      },
      mandate_data: { customer_acceptance: { type: 'offline' } },
    });
    expect(test.processor.payments()).to.have.lengthOf(1);
    expect(test.processor.payments()[0]).to.deep.include({
      status: 'processing',
      captured: 0,
      charges: [],
    });
    test.processor.advance(300);
    expect(test.processor.payments()[0]).to.include({ status: 'succeeded', captured: 1001 });
  });

  it('has charges without an intent', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const { charges, refunds } = test.stripe();
    const paid = await charges.create({ amount: 1001, currency: 'eur', source: 'tok_visa' });
    await refunds.create({ charge: paid.id });
    const held = await charges.create({
      amount: 1002,
      currency: 'eur',
      source: 'tok_visa',
      capture: false,
    });
    await charges.capture(held.id, { amount: 700 });
    const [first, second] = test.processor.payments();
    expect(first).to.deep.include({ order: 1, id: paid.id, captured: 1001, held: 0 });
    expect(first?.charges).to.deep.equal([{ id: paid.id, captured: 1001, refunded: 1001 }]);
    expect(second).to.deep.include({ order: 2, id: held.id, captured: 700, held: 0, refunds: [] });
  });

  it('has refunds that failed left out', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { charges, refunds } = test.stripe();
    const { id } = await charges.create({
      amount: 1001,
      currency: 'eur',
      source: 'tok_refundFail',
    });
    await refunds.create({ charge: id });
    test.processor.advance(7200);
    await refunds.list();
    expect(test.processor.payments()[0]).to.deep.include({ captured: 1001, refunds: [] });
  });

  it('has the payments of other accounts, and those of no order', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const other = test.stripe({}, ['sk', 'test', 'other'].join('_'));
    await other.paymentIntents.create({ amount: 1002, currency: 'eur', ...card });
    await test.stripe().paymentIntents.create({ amount: 5000, currency: 'eur', ...card });
    expect(
      test.processor.payments().map(({ order, captured }) => [order, captured]),
    ).to.have.deep.members([
      [2, 1002],
      [null, 5000],
    ]);
  });
});
