import { expect } from 'chai';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { until } from '../support/time/until.js';

const mandate = { ip_address: '203.0.113.7', user_agent: 'Mozilla/5.0' };

/** A shop that has a payment by SEPA debit, and what it has been told of it. */
const open = async (method: string) => {
  const processor = createMemoryProcessor({ seed: 11 });
  const payments = createPayments({ processor });
  const told: Array<string> = [];
  payments.on('paid', () => void told.push('paid'));
  payments.on('payment_lost', ({ data: { object } }) => {
    told.push(`lost: ${object.reason}, ${object.open ? 'open' : 'closed'}`);
  });
  payments.start();
  const kept: Array<Promise<unknown>> = [];
  processor.controls.onEvent((event) => void kept.push(payments.keepEvent(event)));
  const { id, status } = await payments.createPaymentIntent({
    amount: '19.99',
    payment_methods: ['sepa_debit'],
    confirm: true,
    confirmation_token: processor.controls.createConfirmationToken(method),
    mandate,
  });
  expect(status).to.equal('processing');
  // All events are handled once none waits.
  const settled = async (): Promise<void> => {
    await Promise.all(kept);
    await until(
      async () => (await payments.listEvents({ state: 'pending', limit: 1 })).data.length === 0,
    );
  };
  const later = async (seconds: number): Promise<ReadonlyArray<string>> => {
    processor.controls.clock.advance(seconds);
    await settled();
    return [...told];
  };
  return { payments, id, later, settled, told };
};

describe('the outcome of a SEPA debit, which the bank decides later', () => {
  it('is paid when the bank has answered, and not while it is processing', async () => {
    const { later, payments } = await open('pm_successDelayed_de');
    expect(await later(60)).to.deep.equal([]);
    expect(await later(120)).to.deep.equal(['paid']);
    await payments.stop();
  });

  it('is lost when the debit fails, and not lost again when the shop cancels it', async () => {
    const { later, payments, id, settled, told } = await open('pm_failedDelayed_de');
    expect(await later(60)).to.deep.equal([]);
    expect(await later(120)).to.deep.equal(['lost: failed, open']);
    await payments.cancelPayment({ payment_intent: id });
    await settled();
    expect(told).to.deep.equal(['lost: failed, open']);
    await payments.stop();
  });

  it('stays paid when the customer disputes it', async () => {
    const { later, payments } = await open('pm_disputed_de');
    expect(await later(11)).to.deep.equal(['paid']);
    const { data } = await payments.listEvents({ type: 'charge.dispute.created' });
    expect(data).to.have.length(1);
    await payments.stop();
  });
});
