import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { CustomerId, PaymentIntentId } from '../../domain/ids.js';
import { reservedKey } from '../../domain/metadata.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import {
  chargeOf,
  intentFields,
  intentsOf,
  newIntent,
  newPayment,
  refundsOf,
} from '../support/new-payment.js';

const said = {
  metadata: { order: '6735', café: 'con leche & azúcar = 100%' },
  description: 'Pedido 6735',
  receipt_email: 'ana@example.com',
  statement_descriptor_suffix: 'PEDIDO 6735',
} as const;

const shipping = {
  name: 'Ana García',
  phone: '+34600000000',
  carrier: 'Correos',
  tracking_number: 'PQ4A1B2C3',
  address: {
    line1: 'Calle Mayor 1',
    line2: '2º B',
    city: 'Madrid',
    state: 'Madrid',
    postal_code: '28013',
    country: 'ES',
  },
} as const;

// An adapter may add a reserved key under an idempotency key (decision P14).
const metadataIn = (object: unknown): unknown => {
  const metadata = fieldOf(object, 'metadata');
  return typeof metadata === 'object' && metadata !== null
    ? Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== reservedKey))
    : metadata;
};

const toldOf = (object: unknown) => ({
  metadata: metadataIn(object),
  description: fieldOf(object, 'description'),
  receipt_email: fieldOf(object, 'receipt_email'),
  statement_descriptor_suffix: fieldOf(object, 'statement_descriptor_suffix'),
});

const metadataOf = async (processor: PaymentProcessor, customer: CustomerId) =>
  metadataIn(await mustSucceed(processor).retrieveCustomer({ customer }));

/** Metadata, descriptions and shipping of payments, customers and refunds. */
export const descriptions = ({ describe, it }: Suite): void => {
  describe('descriptions', () => {
    it('createPaymentIntent keeps metadata, description, receipt_email and statement_descriptor_suffix, also on the charge', async (processor) => {
      const customer = await newCustomer(processor);
      const created = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { ...said, confirm: true }),
      );
      const payment_intent = proven(PaymentIntentId, created.id);
      const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
      const [listed] = await intentsOf(processor, customer);
      const charge = await chargeOf(processor, payment_intent);
      for (const object of [created, found, listed, charge]) {
        assert.deepEqual(toldOf(object), said, 'these fields are kept unchanged');
      }
    });

    it('createPaymentIntent keeps shipping', async (processor) => {
      const customer = await newCustomer(processor);
      const created = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { shipping }),
      );
      assert.deepEqual(fieldOf(created, 'shipping'), shipping, 'shipping is kept unchanged');
    });

    it('createPaymentIntent accepts shipping with a name and part of an address', async (processor) => {
      const customer = await newCustomer(processor);
      const some = { name: 'Ana', address: { line1: 'Calle Mayor 1', country: 'ES' } };
      const created = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { shipping: some }),
      );
      assert.deepEqual(
        ['name', 'address.line1', 'address.country', 'phone'].map((path) =>
          fieldOf(created, `shipping.${path}`),
        ),
        ['Ana', 'Calle Mayor 1', 'ES', null],
        'fields that are not given are null',
      );
    });

    for (const setup_future_usage of ['on_session', 'off_session'] as const) {
      it(`createPaymentIntent keeps setup_future_usage ${setup_future_usage}`, async (processor) => {
        const { id: payment_intent } = await newIntent(processor, { setup_future_usage });
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.equal(found.setup_future_usage, setup_future_usage);
      });
    }

    it('createPaymentIntent with off_session charges a card that needs no authentication', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { confirm: true, off_session: true }),
      );
      assert.equal(intent.status, 'succeeded', 'no authentication is needed');
    });

    it('createPaymentIntent with off_session is declined for a card that needs authentication', async (processor) => {
      const customer = await newCustomer(processor);
      const task = processor.createPaymentIntent(
        intentFields(customer, {
          confirm: true,
          off_session: true,
          payment_method: 'pm_card_authenticationRequired',
        }),
      );
      await failWith('createPaymentIntent', task, 'CardError', { code: 'authentication_required' });
    });

    it('createRefund keeps metadata', async (processor) => {
      const { id, charge } = await newPayment(processor, 1999);
      const metadata = { return: 'R-7', reason: 'talla' };
      const refund = await mustSucceed(processor).createRefund({ charge, metadata });
      const [listed] = await refundsOf(processor, id);
      for (const object of [refund, listed]) {
        assert.deepEqual(metadataIn(object), metadata, 'metadata is kept unchanged');
      }
    });

    it('createCustomer keeps metadata', async (processor) => {
      const metadata = { crm: '42' };
      const created = await mustSucceed(processor).createCustomer({ metadata });
      assert.deepEqual(metadataIn(created), metadata, 'metadata is kept unchanged');
      assert.deepEqual(await metadataOf(processor, proven(CustomerId, created.id)), metadata);
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
