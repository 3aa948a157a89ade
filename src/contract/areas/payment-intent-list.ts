import { strict as assert } from 'node:assert';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, missing, mustSucceed } from '../support/expect-outcome.js';
import { absent, hasPrefix } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, intentsOf, newIntent } from '../support/new-payment.js';
import { paging } from './paging.js';

/** The list of a customer's payment intents. */
export const paymentIntentList = (suite: Suite): void => {
  const { describe, it } = suite;

  describe('the list of payment intents', () => {
    it('listPaymentIntents returns only the intents of the customer', async (processor) => {
      const own = await newIntent(processor);
      await newIntent(processor);
      const ids = (await intentsOf(processor, own.customer)).map(({ id }) => id);
      assert.deepEqual(ids, [own.id], 'the list holds only the intents of the customer');
    });

    it('listPaymentIntents returns each intent with its current status', async (processor) => {
      const { id, customer } = await newIntent(processor);
      await mustSucceed(processor).confirmPaymentIntent({ payment_intent: id });
      const [listed] = await intentsOf(processor, customer);
      assert.equal(listed?.status, 'succeeded', 'a listed intent has its present status');
      hasPrefix('latest_charge of a listed intent', listed.latest_charge, 'ch_');
    });

    it('listPaymentIntents refuses an unknown customer', async (processor) => {
      const task = processor.listPaymentIntents({ customer: absent.customer, limit: 10 });
      await failWith('listPaymentIntents', task, 'ProcessorRefused', missing('customer'));
    });

    paging(suite, 'payment intents', {
      cursor: PaymentIntentId,
      absent: absent.paymentIntent,
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        const { createPaymentIntent } = mustSucceed(processor);
        return {
          add: async () => (await createPaymentIntent(intentFields(customer))).id,
          list: (page) => processor.listPaymentIntents({ customer, ...page }),
        };
      },
    });
  });
};
