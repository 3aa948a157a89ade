import { strict as assert } from 'node:assert';
import type { LedgerPage } from '../../application/ports/payment-processor.js';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import {
  intentFields,
  intentsOf,
  newIntent,
  newIntentOfCustomer,
  payIntent,
} from '../support/new-payment.js';
import { paging } from './paging.js';

/** The list of a customer's payment intents. */
export const paymentIntentList = (suite: Suite): void => {
  const needing = suite.needing('features.customers', 'features.lists');
  const { describe, it, expected } = needing;
  const ledger = suite.needing('features.customers', 'features.lists', 'features.ledgers');

  describe('the list of payment intents', () => {
    it('listPaymentIntents returns only the intents of the customer', async (processor) => {
      const own = await newIntentOfCustomer(processor);
      await newIntent(processor);
      const ids = (await intentsOf(processor, own.customer)).map(({ id }) => id);
      assert.deepEqual(ids, [own.id], 'the list holds only the intents of the customer');
    });

    it('listPaymentIntents returns each intent with its current status', async (processor) => {
      const { id, customer } = await newIntentOfCustomer(processor);
      await payIntent(processor, id);
      const [listed] = await intentsOf(processor, customer);
      assert.equal(listed?.status, 'succeeded', 'a listed intent has its present status');
      expected.isId('latest_charge of a listed intent', listed.latest_charge, 'charge');
    });

    it('listPaymentIntents refuses an unknown customer', async (processor) => {
      const { customer } = absentFor(processor);
      const task = processor.listPaymentIntents({ customer, limit: 10 });
      await failWith('listPaymentIntents', task, 'ProcessorRefused', expected.missing('customer'));
    });

    ledger.it(
      'listPaymentIntents lists the intents of a customer from a moment until just before another',
      async (processor) => {
        const { id, customer } = await newIntentOfCustomer(processor);
        const { listPaymentIntents, retrievePaymentIntent } = mustSucceed(processor);
        const { created } = await retrievePaymentIntent({ payment_intent: id });
        const find = async (range: Pick<LedgerPage<never>, 'created_from' | 'created_to'>) =>
          (await listPaymentIntents({ customer, limit: 10, ...range })).data.map((one) => one.id);
        assert.deepEqual(
          [
            await find({ created_from: created, created_to: created + 1 }),
            await find({ created_from: created + 1 }),
            await find({ created_from: created - 1, created_to: created }),
          ],
          [[id], [], []],
          'created_from is included, created_to is not',
        );
      },
    );

    paging(needing, 'payment intents', {
      cursor: PaymentIntentId,
      kind: 'payment_intent',
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        const { createPaymentIntent } = mustSucceed(processor);
        const fields = await intentFields(processor, { customer });
        return {
          add: async () => (await createPaymentIntent(fields)).id,
          list: (page) => processor.listPaymentIntents({ customer, ...page }),
        };
      },
    });
  });
};
