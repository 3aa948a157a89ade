import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { ProfileFacts } from '../profile-facts.js';
import type { Need, Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absentFor, proven } from '../support/ids.js';
import { metadataIn } from '../support/metadata-in.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import { intentFields, newPayment } from '../support/new-payment.js';

type Use = {
  readonly name: string;
  readonly needs?: ReadonlyArray<Need>;
  readonly call: (
    processor: Subject,
    customer: CustomerId,
  ) => Promise<TE.TaskEither<ProcessorError, unknown>>;
  readonly refusal?: (expected: ProfileFacts) => ProfileFacts['notFound'];
};

const uses: ReadonlyArray<Use> = [
  {
    name: 'updateCustomer',
    call: async (p, customer) => p.updateCustomer({ customer, name: 'Nadie' }),
  },
  { name: 'deleteCustomer', call: async (p, customer) => p.deleteCustomer({ customer }) },
  {
    name: 'createCard',
    needs: ['features.savedCards', 'fixtures.cardToken'],
    call: async (p, customer) => p.createCard({ customer, source: await p.given.cardToken() }),
    refusal: ({ missingCardOwner }) => missingCardOwner,
  },
  {
    name: 'listCards',
    needs: ['features.savedCards', 'features.lists'],
    call: async (p, customer) => p.listCards({ customer, limit: 10 }),
  },
];

const metadataOf = async (processor: Subject, customer: CustomerId) =>
  metadataIn(await mustSucceed(processor).retrieveCustomer({ customer }));

const isMissing = ({ notFound }: ProfileFacts) => notFound;

/** Customers: create, retrieve, update, delete. */
export const customers = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing('features.customers');

  describe('customers', () => {
    it('createCustomer returns the customer with the given fields', async (processor) => {
      const fields = { email: uniqueEmail(), name: 'Ana Prueba', phone: '+34600000000' };
      const customer = await mustSucceed(processor).createCustomer(fields);
      expected.isId('the id of a customer', customer.id, 'customer');
      const { email, name, phone } = customer;
      assert.deepEqual({ email, name, phone }, fields, 'a new customer has the given fields');
      assert.ok(customer.created > 0, 'created is a moment in Unix seconds');
    });

    it('createCustomer requires no field', async (processor) => {
      const customer = await mustSucceed(processor).createCustomer({});
      expected.isId('the id of a customer', customer.id, 'customer');
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
      const { customer } = absentFor(processor);
      const task = processor.retrieveCustomer({ customer });
      await failWith('retrieveCustomer', task, 'ProcessorRefused', expected.notFound);
    });

    for (const { name, needs = [], call, refusal = isMissing } of uses) {
      itWith(needs, `${name} does not find an unknown customer`, async (processor) => {
        const task = await call(processor, absentFor(processor).customer);
        await failWith(name, task, 'ProcessorRefused', refusal(expected));
      });

      itWith(needs, `${name} does not find a deleted customer`, async (processor) => {
        const customer = await newCustomer(processor);
        await mustSucceed(processor).deleteCustomer({ customer });
        const task = await call(processor, customer);
        await failWith(name, task, 'ProcessorRefused', refusal(expected));
      });
    }

    it('createPaymentIntent refuses a deleted customer', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = await intentFields(processor, { customer });
      await mustSucceed(processor).deleteCustomer({ customer });
      const task = processor.createPaymentIntent(fields);
      await failWith('createPaymentIntent', task, 'ProcessorRefused', expected.missing('customer'));
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
      const customer = await newCustomer(processor);
      const { id: payment_intent } = await newPayment(processor, processor.given.amounts[0], {
        customer,
      });
      await mustSucceed(processor).deleteCustomer({ customer });
      const kept = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
      assert.equal(kept.status, 'succeeded', 'the payment of a deleted customer is still there');
    });

    it('createCustomer keeps metadata', async (processor) => {
      const metadata = { crm: '42' };
      const created = await mustSucceed(processor).createCustomer({ metadata });
      assert.deepEqual(metadataIn(created), metadata, 'metadata is kept unchanged');
      assert.deepEqual(
        await metadataOf(processor, proven(CustomerId, created.id)),
        metadata,
        'metadata is kept unchanged',
      );
    });

    it('updateCustomer adds to metadata and removes keys with an empty value', async (processor) => {
      const customer = await newCustomer(processor, { metadata: { crm: '42', level: 'gold' } });
      await mustSucceed(processor).updateCustomer({
        customer,
        metadata: { level: '', since: '2019' },
      });
      assert.deepEqual(
        await metadataOf(processor, customer),
        { crm: '42', since: '2019' },
        'keys that the update does not name stay',
      );
    });
  });
};
