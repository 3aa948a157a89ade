import { strict as assert } from 'node:assert';
import {
  type CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  SetupIntentId,
} from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields } from '../support/new-payment.js';
import { setupFields } from '../support/new-setup.js';
import { cardByNumber } from './test-cards.js';

// It needs 3D Secure for every payment, but not off session once it was set up.
const unlessSetUp = '4000002500003155';
// It needs 3D Secure for every payment.
const always = '4000002760003184';

type Save = (processor: Subject, customer: CustomerId, payment_method: string) => Promise<void>;

const ways: ReadonlyArray<readonly [string, Save]> = [
  [
    'a setup intent',
    async (processor, customer, payment_method) => {
      const { id, status } = await mustSucceed(processor).createSetupIntent(
        await setupFields(processor, customer, { payment_method, confirm: true }),
      );
      assert.equal(status, 'requires_action', 'the customer must authenticate once');
      await processor.given.completeAction(proven(SetupIntentId, id), 'approve');
    },
  ],
  [
    'a payment with setup_future_usage',
    async (processor, customer, payment_method) => {
      const { id, status } = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, {
          customer,
          payment_method,
          confirm: true,
          setup_future_usage: 'off_session',
        }),
      );
      assert.equal(status, 'requires_action', 'the customer must authenticate once');
      const payment_intent = proven(PaymentIntentId, id);
      await processor.given.completeAction(payment_intent, 'approve');
      await mustSucceed(processor).confirmPaymentIntent({ payment_intent });
    },
  ],
];

const payLater = async (processor: Subject, customer: CustomerId, payment_method: string) =>
  processor.createPaymentIntent(
    await intentFields(processor, { customer, payment_method, confirm: true, off_session: true }),
  );

/** Later payments with a saved card, while the customer is not present. */
export const stripeSavedCardsArea = ({ describe, it, itWith }: Suite): void => {
  describe("saved cards of Stripe's test cards", () => {
    for (const setup_future_usage of ['on_session', 'off_session'] as const) {
      it(`createPaymentIntent with setup_future_usage ${setup_future_usage} saves its card`, async (processor) => {
        const customer = await newCustomer(processor);
        const { payment_method } = await mustSucceed(processor).createPaymentIntent(
          await intentFields(processor, { customer, confirm: true, setup_future_usage }),
        );
        assert.deepEqual(
          await cardIdsOf(processor, customer),
          [payment_method],
          'the customer has the card that has paid',
        );
      });
    }

    for (const [way, save] of ways) {
      itWith(
        ['fixtures.card', 'completeAction'],
        `createPaymentIntent with off_session charges …${unlessSetUp.slice(-4)} after ${way}, and not before`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const card = await cardByNumber(processor, customer, unlessSetUp);
          await failWith(
            'createPaymentIntent before the setup',
            await payLater(processor, customer, card),
            'CardError',
            { code: 'authentication_required' },
          );
          await save(processor, customer, card);
          const later = await succeed(
            'createPaymentIntent after the setup',
            await payLater(processor, customer, card),
          );
          assert.equal(later.status, 'succeeded', 'a card that was set up is charged off session');
        },
      );
    }

    itWith(
      ['fixtures.card'],
      'confirmPaymentIntent with off_session is declined for a card that needs authentication, and takes no money',
      async (processor) => {
        const customer = await newCustomer(processor);
        const payment_method = await cardByNumber(processor, customer, always);
        const { id } = await mustSucceed(processor).createPaymentIntent(
          await intentFields(processor, { customer, payment_method }),
        );
        const payment_intent = proven(PaymentIntentId, id);
        await failWith(
          'confirmPaymentIntent',
          processor.confirmPaymentIntent({ payment_intent, off_session: true }),
          'CardError',
          { code: 'authentication_required', payment_intent: id },
        );
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.equal(found.amount_received, 0, 'nothing is charged');
      },
    );

    itWith(
      ['fixtures.card', 'completeAction'],
      'a payment that was declined off session with authentication_required succeeds when the customer is back',
      async (processor) => {
        const customer = await newCustomer(processor);
        const card = await cardByNumber(processor, customer, always);
        const task = await payLater(processor, customer, card);
        const declined = await failWith('createPaymentIntent', task, 'CardError', {
          code: 'authentication_required',
        });
        const payment_intent = proven(PaymentIntentId, declined.payment_intent);
        const payment_method = proven(PaymentMethodId, card);
        const asked = await mustSucceed(processor).confirmPaymentIntent({
          payment_intent,
          payment_method,
        });
        assert.equal(asked.status, 'requires_action', 'on session the customer can authenticate');
        await processor.given.completeAction(payment_intent, 'approve');
        const paid = await mustSucceed(processor).confirmPaymentIntent({ payment_intent });
        assert.deepEqual(
          [paid.id, paid.status],
          [payment_intent, 'succeeded'],
          'the same intent is paid, with the same card',
        );
      },
    );
  });
};
