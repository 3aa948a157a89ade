import { expect } from 'chai';
import { anOrder, type ProcessorInTest, useProcessors } from './support/processors.js';

const return_url = 'https://shop.example/';

describe('the customer of a torture test at the processor', () => {
  const start = useProcessors();
  const guarded = (test: ProcessorInTest) =>
    test.stripe().paymentIntents.create({
      amount: 1001,
      currency: 'eur',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url,
    });
  const session = (test: ProcessorInTest) =>
    test.stripe().checkout.sessions.create({
      mode: 'payment',
      success_url: return_url,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: 1001, product_data: { name: 'a book' } },
        },
      ],
    });
  const stateOf = (test: ProcessorInTest) =>
    test.processor.payments().map(({ order, status, captured }) => [order, status, captured]);

  it('passes 3D Secure', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const { id } = await guarded(test);
    expect(test.processor.endChallenge(id, 'approved')).to.equal(true);
    expect(stateOf(test)).to.deep.equal([[1, 'succeeded', 1001]]);
    expect(test.processor.endChallenge(id, 'approved')).to.equal(false);
  });

  it('fails 3D Secure', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { id } = await guarded(test);
    expect(test.processor.endChallenge(id, 'refused')).to.equal(true);
    expect(stateOf(test)).to.deep.equal([[1, 'requires_payment_method', 0]]);
  });

  it('reaches the page of 3D Secure at the address of the processor', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { next_action } = await guarded(test);
    const page = next_action?.redirect_to_url?.url ?? '';
    expect(page.startsWith(`${test.processor.url}/`)).to.equal(true);
    expect((await fetch(page)).status).to.equal(200);
  });

  it('fills in the page of a checkout session', async () => {
    const test = await start({ orders: [anOrder(1), anOrder(2)] });
    const { id } = await session(test);
    expect(test.processor.orderOf(id)).to.equal(1);
    expect(test.processor.endChallenge(id, 'approved')).to.equal(true);
    expect(stateOf(test)).to.deep.equal([[1, 'succeeded', 1001]]);
    const paid = await test.stripe().checkout.sessions.retrieve(id);
    expect(paid.customer_details?.email).to.equal(anOrder(1).email);
    expect(test.processor.endChallenge(id, 'approved')).to.equal(false);
  });

  it('fills it in again after a decline, and passes 3D Secure of its card', async () => {
    const test = await start({ orders: [anOrder(1)] });
    const { id } = await session(test);
    expect(test.processor.endChallenge(id, 'approved', '4000000000000002')).to.equal(true);
    expect(stateOf(test)).to.deep.equal([[1, 'requires_payment_method', 0]]);
    expect(test.processor.endChallenge(id, 'approved', '4000002760003184')).to.equal(true);
    expect(stateOf(test)).to.deep.equal([[1, 'succeeded', 1001]]);
  });

  it('has nothing to pass where there is no such payment', async () => {
    const test = await start();
    expect(
      ['pi_x', 'cs_x', 'ch_x'].map((id) => test.processor.endChallenge(id, 'approved')),
    ).to.deep.equal([false, false, false]);
  });
});
