import { strict as assert } from 'node:assert';
import { PaymentMethodId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor, proven } from '../support/ids.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import {
  chargeOf,
  newIntent,
  newIntentOfCustomer,
  newPayment,
  payIntent,
} from '../support/new-payment.js';

/** Confirmations that are not declined. */
export const confirmations = ({ describe, it, itWith, expected }: Suite): void => {
  describe('confirmation', () => {
    it('a payment that is confirmed and approved is charged, to the minor unit', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id } = await newIntent(processor);
      const intent = await payIntent(processor, id);
      assert.deepEqual(
        [intent.id, intent.status, intent.amount],
        [id, 'succeeded', amount],
        'an approved payment succeeds',
      );
      expected.isId('its latest_charge', intent.latest_charge, 'charge');
      const charge = await chargeOf(processor, id);
      assert.deepEqual(
        [charge.id, charge.amount, charge.status, charge.paid],
        [intent.latest_charge, amount, 'succeeded', true],
        'the charge is paid',
      );
      assert.deepEqual(
        [charge.amount_refunded ?? 0, charge.refunded ?? false],
        [0, false],
        'nothing is refunded yet',
      );
    });

    for (const confirmation_method of ['manual', 'automatic'] as const) {
      itWith(
        ['fixtures.approved'],
        `confirmPaymentIntent charges with ${confirmation_method} confirmation`,
        async (processor) => {
          const { id } = await newIntent(processor, { confirmation_method });
          const intent = await mustSucceed(processor).confirmPaymentIntent({ payment_intent: id });
          assert.equal(intent.status, 'succeeded', 'both methods confirm from the server');
        },
      );
    }

    itWith(
      ['features.customers', 'features.savedCards', 'fixtures.declined', 'fixtures.cardToken'],
      'confirmPaymentIntent with a payment method charges that one',
      async (processor) => {
        const { id, customer } = await newIntentOfCustomer(processor, { outcome: 'declined' });
        const card = await newCard(processor, customer);
        const intent = await mustSucceed(processor).confirmPaymentIntent({
          payment_intent: id,
          payment_method: proven(PaymentMethodId, card.id),
        });
        assert.deepEqual(
          [intent.status, intent.payment_method],
          ['succeeded', card.id],
          'the payment method of the confirmation replaces that of the intent',
        );
      },
    );

    it('confirmPaymentIntent refuses an intent that has succeeded and charges nothing more', async (processor) => {
      const { id, charge } = await newPayment(processor, processor.given.amounts[0]);
      const task = processor.confirmPaymentIntent({ payment_intent: id });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', expected.wrongState);
      assert.equal((await chargeOf(processor, id)).id, charge, 'there is no other charge');
    });

    it('confirmPaymentIntent refuses an intent that was canceled', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
      const task = processor.confirmPaymentIntent({ payment_intent });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', expected.wrongState);
    });

    it('confirmPaymentIntent does not find an unknown intent', async (processor) => {
      const { paymentIntent: payment_intent } = absentFor(processor);
      const task = processor.confirmPaymentIntent({ payment_intent });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', expected.notFound);
    });

    itWith(
      ['features.savedCards'],
      'confirmPaymentIntent refuses an unknown payment method',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const { paymentMethod: payment_method } = absentFor(processor);
        await failWith(
          'confirmPaymentIntent',
          processor.confirmPaymentIntent({ payment_intent, payment_method }),
          'ProcessorRefused',
          expected.missing('payment_method'),
        );
      },
    );

    itWith(
      ['features.customers', 'features.savedCards', 'fixtures.cardToken'],
      "confirmPaymentIntent refuses another customer's card and charges nothing",
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const foreign = await newCard(processor, await newCustomer(processor));
        const payment_method = proven(PaymentMethodId, foreign.id);
        const task = processor.confirmPaymentIntent({ payment_intent, payment_method });
        await failWith('confirmPaymentIntent', task, 'ProcessorRefused', expected.invalid);
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.equal(found.latest_charge ?? null, null, 'a refused confirmation charges nothing');
      },
    );
  });
};
