import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { CustomerId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import { paging } from './paging.js';

const byEmail = async (processor: PaymentProcessor, email: string) =>
  (await mustSucceed(processor).listCustomers({ email, limit: 100 })).data.map(({ id }) => id);

/** The list of customers. */
export const customerList = (suite: Suite): void => {
  const needing = suite.needing('features.customers', 'features.lists');
  const { describe, it } = needing;

  describe('the list of customers', () => {
    it('listCustomers returns at most limit customers and sets has_more', async (processor) => {
      for (const _ of [1, 2, 3]) await newCustomer(processor);
      const page = await mustSucceed(processor).listCustomers({ limit: 2 });
      assert.deepEqual([page.data.length, page.has_more], [2, true], 'a full page of two of three');
    });

    it('listCustomers returns new customers, newest first', async (processor) => {
      const older = await newCustomer(processor);
      const newer = await newCustomer(processor);
      const page = await mustSucceed(processor).listCustomers({ limit: 100 });
      const own = page.data.map(({ id }) => id).filter((id) => id === older || id === newer);
      assert.deepEqual(own, [newer, older], 'a list is newest first');
    });

    it('listCustomers by email returns every customer with that email', async (processor) => {
      const email = uniqueEmail();
      const first = await newCustomer(processor, { email });
      await newCustomer(processor);
      const second = await newCustomer(processor, { email });
      assert.deepEqual(await byEmail(processor, email), [second, first], 'two may share an email');
    });

    it('listCustomers by email finds a customer by the updated email', async (processor) => {
      const [before, after] = [uniqueEmail(), uniqueEmail()];
      const customer = await newCustomer(processor, { email: before });
      await mustSucceed(processor).updateCustomer({ customer, email: after });
      assert.deepEqual(await byEmail(processor, before), [], 'the former email finds nobody');
      assert.deepEqual(
        await byEmail(processor, after),
        [customer],
        'the new email finds the customer',
      );
    });

    it('listCustomers leaves out deleted customers', async (processor) => {
      const email = uniqueEmail();
      const customer = await newCustomer(processor, { email });
      await mustSucceed(processor).deleteCustomer({ customer });
      assert.deepEqual(await byEmail(processor, email), [], 'a deleted customer is in no list');
    });

    paging(needing, 'customers with one email', {
      cursor: CustomerId,
      kind: 'customer',
      arrange: async (processor) => {
        const email = uniqueEmail();
        return {
          add: () => newCustomer(processor, { email }),
          list: (page) => processor.listCustomers({ ...page, email }),
        };
      },
    });
  });
};
