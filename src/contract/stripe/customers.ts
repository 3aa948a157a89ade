import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { newCustomer } from '../support/new-customer.js';

/** Fields of Stripe's customers. */
export const stripeCustomersArea = ({ describe, it }: Suite): void => {
  describe('customers of Stripe', () => {
    it('createCustomer returns a customer without a default_source', async (processor) => {
      const customer = await mustSucceed(processor).createCustomer({});
      assert.equal(customer.default_source, null, 'a new customer has no default_source');
    });

    it('createCustomer refuses an invalid email address', async (processor) => {
      await failWith(
        'createCustomer',
        processor.createCustomer({ email: 'ana' }),
        'ProcessorRefused',
        { status: 400, param: 'email' },
      );
    });

    it('retrieveCustomer returns the balance', async (processor) => {
      const customer = await newCustomer(processor);
      const found = await mustSucceed(processor).retrieveCustomer({ customer });
      assert.ok(!('deleted' in found), 'a customer that exists is not deleted');
      assert.equal(found.balance, 0, 'a new customer has the balance 0');
    });
  });
};
