import { strict as assert } from 'node:assert';
import { PaymentIntentId, PaymentMethodId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, newIntent } from '../support/new-payment.js';
import { cardByNumber } from './test-cards.js';

const challengedMethods = [
  'pm_card_authenticationRequired',
  'pm_card_threeDSecure2Required',
  'pm_card_threeDSecureRequired',
];

const declinedAfterwards = [
  ['4000008400001629', { code: 'card_declined' }],
  ['4000008260003178', { code: 'card_declined', decline_code: 'insufficient_funds' }],
] as const;

const return_url = 'https://shop.example/orders/42';

const challenged = { payment_method: 'pm_card_authenticationRequired', confirm: true } as const;

/** 3D Secure: the customer authenticates before the card is charged. */
export const stripeChallengesArea = ({ describe, it, itWith }: Suite): void => {
  describe('3D Secure', () => {
    for (const payment_method of challengedMethods) {
      it(`confirmPaymentIntent with ${payment_method} requires the customer to authenticate`, async (processor) => {
        const { id: payment_intent } = await newIntent(processor, { payment_method });
        const intent = await mustSucceed(processor).confirmPaymentIntent({ payment_intent });
        assert.deepEqual(
          [intent.status, intent.latest_charge],
          ['requires_action', null],
          'nothing is charged before the customer has authenticated',
        );
        assert.equal(
          intent.next_action?.type,
          'use_stripe_sdk',
          'without a return_url the client library handles the next action',
        );
      });
    }

    it('createPaymentIntent with confirm: true and a return_url returns that page too', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, { customer, ...challenged, return_url }),
      );
      assert.deepEqual(
        [intent.status, intent.next_action?.type],
        ['requires_action', 'redirect_to_url'],
        'creation with confirm: true requires an action as a confirmation does',
      );
    });

    itWith(
      ['completeAction'],
      'after a passed challenge, an intent with manual confirmation waits for another confirmation',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, challenged);
        await processor.given.completeAction(payment_intent, 'approve');
        const waiting = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.deepEqual(
          [waiting.status, waiting.latest_charge],
          ['requires_confirmation', null],
          'the server confirms again (decision P6)',
        );
        const paid = await mustSucceed(processor).confirmPaymentIntent({ payment_intent });
        assert.deepEqual(
          [paid.status, paid.charges?.data[0]?.paid],
          ['succeeded', true],
          'the second confirmation charges',
        );
      },
    );

    itWith(
      ['completeAction'],
      'after a passed challenge, an intent with automatic confirmation is charged',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, {
          ...challenged,
          confirmation_method: 'automatic',
        });
        await processor.given.completeAction(payment_intent, 'approve');
        const paid = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.deepEqual(
          [paid.status, paid.charges?.data[0]?.paid],
          ['succeeded', true],
          'an automatic intent moves on by itself (decision P6)',
        );
      },
    );

    for (const confirmation_method of ['manual', 'automatic'] as const) {
      itWith(
        ['completeAction'],
        `after a failed challenge, an intent with ${confirmation_method} confirmation is not charged and accepts another card`,
        async (processor) => {
          const { id: payment_intent } = await newIntent(processor, {
            ...challenged,
            confirmation_method,
          });
          await processor.given.completeAction(payment_intent, 'refuse');
          const failed = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
          assert.equal(
            failed.status,
            'requires_payment_method',
            'the intent needs another payment method',
          );
          const paid = failed.charges?.data.filter((charge) => charge.paid);
          assert.deepEqual(paid, [], 'nothing is charged');
          const payment_method = proven(PaymentMethodId, 'pm_card_visa');
          const intent = await succeed(
            'confirmPaymentIntent with another card',
            processor.confirmPaymentIntent({ payment_intent, payment_method }),
          );
          assert.equal(intent.status, 'succeeded', 'the intent can still be paid');
        },
      );
    }

    for (const [number, decline] of declinedAfterwards) {
      itWith(
        ['fixtures.card', 'completeAction'],
        `…${number.slice(-4)} is declined after its challenge`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const payment_method = await cardByNumber(processor, customer, number);
          const fields = await intentFields(processor, { customer, payment_method, confirm: true });
          const created = await mustSucceed(processor).createPaymentIntent(fields);
          const payment_intent = proven(PaymentIntentId, created.id);
          assert.equal(created.status, 'requires_action', 'the challenge comes first');
          await processor.given.completeAction(payment_intent, 'approve');
          const task = processor.confirmPaymentIntent({ payment_intent });
          await failWith('confirmPaymentIntent', task, 'CardError', {
            ...decline,
            payment_intent,
          });
        },
      );
    }
  });
};
