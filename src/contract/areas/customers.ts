import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { CustomerId, PaymentIntentId, TokenId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Suite } from '../suite.js';
import { failWith, missing, mustSucceed, notFound } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absent, hasPrefix, proven } from '../support/ids.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import { intentFields, newIntent } from '../support/new-payment.js';

type Use = (
  processor: PaymentProcessor,
  customer: CustomerId,
) => TE.TaskEither<ProcessorError, unknown>;

const changesByPath: ReadonlyArray<readonly [string, Use]> = [
  ['updateCustomer', (p, customer) => p.updateCustomer({ customer, name: 'Nadie' })],
  ['deleteCustomer', (p, customer) => p.deleteCustomer({ customer })],
  ['createCard', (p, customer) => p.createCard({ customer, source: proven(TokenId, 'tok_visa') })],
  ['listCards', (p, customer) => p.listCards({ customer, limit: 10 })],
];

/** Customers: create, retrieve, update, delete. */
export const customers = ({ describe, it, cards }: Suite): void => {
  // A payment method is attached by its own path, and the customer is in the body.
  const missingFor = (name: string) =>
    name === 'createCard' && cards === 'payment_methods' ? missing('customer') : notFound;

  describe('customers', () => {
    it('createCustomer returns the customer with the given fields', async (processor) => {
      const fields = { email: uniqueEmail(), name: 'Ana Prueba', phone: '+34600000000' };
      const customer = await mustSucceed(processor).createCustomer(fields);
      hasPrefix('the id of a customer', customer.id, 'cus_');
      const { email, name, phone } = customer;
      assert.deepEqual({ email, name, phone }, fields, 'a new customer has the given fields');
      assert.ok(customer.created > 0, 'created is a moment in Unix seconds');
      assert.equal(customer.default_source, null, 'a new customer has no default_source');
    });

    it('createCustomer requires no field', async (processor) => {
      const customer = await mustSucceed(processor).createCustomer({});
      hasPrefix('the id of a customer', customer.id, 'cus_');
    });

    it('createCustomer refuses an invalid email address', async (processor) => {
      await failWith(
        'createCustomer',
        processor.createCustomer({ email: 'ana' }),
        'ProcessorRefused',
        { status: 400, param: 'email' },
      );
    });

    it('retrieveCustomer returns the whole customer', async (processor) => {
      const created = await mustSucceed(processor).createCustomer({
        email: uniqueEmail(),
        name: 'Ana',
      });
      const customer = proven(CustomerId, created.id);
      const found = await mustSucceed(processor).retrieveCustomer({ customer });
      assert.ok(!('deleted' in found), 'a customer that exists is not deleted');
      assert.deepEqual(
        [found.id, found.email, found.name, found.created],
        [created.id, created.email, created.name, created.created],
        'a retrieved customer is the created one',
      );
      assert.equal(found.balance, 0, 'a new customer has the balance 0');
    });

    it('updateCustomer changes only the given fields', async (processor) => {
      const email = uniqueEmail();
      const customer = await newCustomer(processor, { email, name: 'Ana', phone: '+34600000000' });
      const updated = await mustSucceed(processor).updateCustomer({ customer, name: 'Ana María' });
      const found = await mustSucceed(processor).retrieveCustomer({ customer });
      for (const answer of [updated, found]) {
        const told = ['id', 'email', 'name', 'phone'].map((name) => fieldOf(answer, name));
        assert.deepEqual(
          told,
          [customer, email, 'Ana María', '+34600000000'],
          'an update changes only the given fields',
        );
      }
    });

    it('retrieveCustomer does not find an unknown customer', async (processor) => {
      const { customer } = absent;
      const task = processor.retrieveCustomer({ customer });
      await failWith('retrieveCustomer', task, 'ProcessorRefused', notFound);
    });

    for (const [name, use] of changesByPath) {
      it(`${name} does not find an unknown customer`, async (processor) => {
        const task = use(processor, absent.customer);
        await failWith(name, task, 'ProcessorRefused', missingFor(name));
      });

      it(`${name} does not find a deleted customer`, async (processor) => {
        const customer = await newCustomer(processor);
        await mustSucceed(processor).deleteCustomer({ customer });
        await failWith(name, use(processor, customer), 'ProcessorRefused', missingFor(name));
      });
    }

    it('createPaymentIntent refuses a deleted customer', async (processor) => {
      const customer = await newCustomer(processor);
      await mustSucceed(processor).deleteCustomer({ customer });
      const task = processor.createPaymentIntent(intentFields(customer));
      await failWith('createPaymentIntent', task, 'ProcessorRefused', missing('customer'));
    });

    it('deleteCustomer and a later retrieveCustomer return the customer as deleted', async (processor) => {
      const customer = await newCustomer(processor);
      const gone = { id: customer, object: 'customer', deleted: true };
      const deleted = await mustSucceed(processor).deleteCustomer({ customer });
      const found = await mustSucceed(processor).retrieveCustomer({ customer });
      for (const answer of [deleted, found]) {
        const told = { id: answer.id, object: answer.object, deleted: fieldOf(answer, 'deleted') };
        assert.deepEqual(
          told,
          gone,
          'a deleted customer is returned as deleted, not refused as missing',
        );
      }
    });

    it('deleteCustomer keeps the payments of the customer', async (processor) => {
      const { id, customer } = await newIntent(processor, { confirm: true });
      await mustSucceed(processor).deleteCustomer({ customer });
      const kept = await mustSucceed(processor).retrievePaymentIntent({
        payment_intent: proven(PaymentIntentId, id),
      });
      assert.equal(kept.status, 'succeeded', 'the payment of a deleted customer is still there');
    });
  });
};
