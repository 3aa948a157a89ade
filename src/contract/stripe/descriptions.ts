import { strict as assert } from 'node:assert';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { metadataIn } from '../support/metadata-in.js';
import { newCustomer } from '../support/new-customer.js';
import { chargeOf, intentFields, intentsOf, newIntent } from '../support/new-payment.js';

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

const toldOf = (object: unknown) => ({
  metadata: metadataIn(object),
  description: fieldOf(object, 'description'),
  receipt_email: fieldOf(object, 'receipt_email'),
  statement_descriptor_suffix: fieldOf(object, 'statement_descriptor_suffix'),
});

/** Descriptions and shipping of payments. */
export const stripeDescriptionsArea = ({ describe, it }: Suite): void => {
  describe('descriptions of Stripe', () => {
    it('createPaymentIntent keeps metadata, description, receipt_email and statement_descriptor_suffix, also on the charge', async (processor) => {
      const customer = await newCustomer(processor);
      const created = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, { customer, ...said, confirm: true }),
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
        await intentFields(processor, { customer, shipping }),
      );
      assert.deepEqual(fieldOf(created, 'shipping'), shipping, 'shipping is kept unchanged');
    });

    it('createPaymentIntent accepts shipping with a name and part of an address', async (processor) => {
      const customer = await newCustomer(processor);
      const some = { name: 'Ana', address: { line1: 'Calle Mayor 1', country: 'ES' } };
      const created = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, { customer, shipping: some }),
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

    it('createPaymentIntent with off_session is declined for a card that needs authentication', async (processor) => {
      const customer = await newCustomer(processor);
      const task = processor.createPaymentIntent(
        await intentFields(processor, {
          customer,
          confirm: true,
          off_session: true,
          payment_method: 'pm_card_authenticationRequired',
        }),
      );
      await failWith('createPaymentIntent', task, 'CardError', { code: 'authentication_required' });
    });
  });
};
