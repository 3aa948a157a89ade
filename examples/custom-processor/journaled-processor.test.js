import assert from 'node:assert/strict';
import * as framework from 'node:test';
import { createPayments } from 'pasarela';
import { describeStripeProcessor } from 'pasarela/contract';
import { createMemoryProcessor } from 'pasarela/memory';
import { journaledProcessor } from './journaled-processor.js';

// The contract of every processor, and of Stripe. The third argument plays the customer and controls the processor: clauses
// that need more are skipped by name.
describeStripeProcessor(
  'the journaled processor',
  () => journaledProcessor(createMemoryProcessor(), async () => undefined),
  {
    rawCardNumbers: true,
    completeAction: ({ controls }, intent, choice) =>
      void (choice === 'approve'
        ? controls.completeChallenge(intent)
        : controls.failChallenge(intent)),
    controls: { settleRefund: ({ controls }, refund) => void controls.settle(refund) },
  },
  framework,
);

const payTwice = async (write) => {
  const payments = createPayments({
    processor: journaledProcessor(createMemoryProcessor(), write),
  });
  const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
  const { id: customer } = await payments.createCustomer(ada);
  const pay = (payment_method) =>
    payments.createPaymentIntent({ customer, amount: '19.99', payment_method, confirm: true });
  const errors = [];
  for (const card of ['pm_card_visa', 'pm_card_visa_chargeDeclined']) {
    await pay(card).catch((error) => errors.push(error));
  }
  return { errors, payments: (await payments.listPayments({ customer })).data };
};

framework.test('every payment is in the journal before it is sent', async () => {
  const journal = [];
  await payTwice(async ({ name, outcome }) => journal.push(`${name}: ${outcome}`));
  assert.deepEqual(journal, [
    'createPaymentIntent: sent',
    'createPaymentIntent: done',
    'createPaymentIntent: sent',
    'createPaymentIntent: CardError',
  ]);
});

framework.test('nothing is charged while the journal cannot be written', async () => {
  const { errors, payments } = await payTwice(async () => {
    throw new Error('the disk is full');
  });
  assert.deepEqual(
    errors.map(({ outcome }) => outcome),
    ['not_done', 'not_done'],
  );
  assert.deepEqual(payments, []);
});
