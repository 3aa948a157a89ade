import { expect } from 'chai';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { isPaymentError } from '../../src/application/thrown-payment-error.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';

const day = 86_400;

const shop = async () => {
  let now = 1_700_000_000;
  const clock = () => now;
  const processor = createMemoryProcessor({ seed: 'amounts', clock });
  const payments = createPayments({
    processor,
    clock,
    stores: { idempotencyStore: createMemoryIdempotencyStore() },
    idempotencySecret: 'a secret of this test',
  });
  const { id: customer } = await payments.createCustomer({
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+34600000000',
  });
  const paid = await payments.createPaymentIntent({
    customer,
    amount: '50',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const refunds = async () => (await payments.listRefunds({ payment_intent: paid.id })).data;
  return {
    processor,
    payments,
    charge: String(paid.latest_charge),
    refunds,
    later: (seconds: number) => {
      now += seconds;
    },
  };
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isPaymentError(error) ? error._tag : error),
  );

describe('an amount in whole units under an idempotency key (decision P19)', () => {
  for (const [when, seconds] of [
    ['under the same key of the processor', 60],
    ['by evidence, when the processor has forgotten its key', 2 * day],
  ] as const) {
    it(`is settled once after a lost answer, ${when}`, async () => {
      const { processor, payments, charge, refunds, later } = await shop();
      const refund = () =>
        payments.withIdempotencyKey('refund 1').refundCharge({ charge, amount: '5.00' });
      processor.controls.failNext({ on: 'refund', with: 'timeout_after' });
      expect(await codeOf(refund())).to.equal('ProcessorUnavailable');
      later(seconds);
      expect(await refund()).to.include({ amount: 500 });
      expect(await refund()).to.include({ amount: 500 });
      expect(await refunds()).to.have.length(1);
    });
  }

  it('is the same request in every way to write the text, and not that of minor units', async () => {
    const { payments, charge, refunds } = await shop();
    const under = payments.withIdempotencyKey('refund 2');
    const first = await under.refundCharge({ charge, amount: '5' });
    expect(await under.refundCharge({ charge, amount: '5.00' })).to.deep.equal(first);
    expect(await codeOf(under.refundCharge({ charge, amount_minor: 500 }))).to.equal(
      'IdempotencyKeyReused',
    );
    expect(await refunds()).to.have.length(1);
  });
});
