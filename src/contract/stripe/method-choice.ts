import { strict as assert } from 'node:assert';
import type { PaymentMethods } from '../../domain/objects/payment-methods.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { cents } from '../support/new-payment.js';
import { hasPrefix } from './profile-facts.js';

const fieldsWith = ({ given }: Subject, payment_methods: PaymentMethods) =>
  ({
    amount: cents(given.amounts[0]),
    currency: given.currency,
    payment_methods,
    confirmation_method: 'automatic',
    confirm: false,
  }) as const;

/** How Stripe takes the payment methods that a customer may choose from. */
export const stripeMethodChoiceArea = ({ describe, it }: Suite): void => {
  describe('the methods that a customer of Stripe may choose from', () => {
    it('automatic are those that the account has enabled, cards among them', async (processor) => {
      const intent = await mustSucceed(processor).createPaymentIntent(
        fieldsWith(processor, 'automatic'),
      );
      hasPrefix('its client_secret', intent.client_secret, `${intent.id}_secret_`);
      assert.ok(intent.payment_method_types?.includes('card'), 'cards are always enabled');
      assert.equal(fieldOf(fieldOf(intent, 'automatic_payment_methods'), 'enabled'), true);
      assert.equal(fieldOf(intent, 'confirmation_method'), 'automatic');
    });

    it('a list has only these types', async (processor) => {
      const intent = await mustSucceed(processor).createPaymentIntent(
        fieldsWith(processor, ['card', 'link']),
      );
      assert.deepEqual(intent.payment_method_types, ['card', 'link']);
      assert.equal(fieldOf(intent, 'confirmation_method'), 'automatic');
    });

    it('a type that does not exist is refused', async (processor) => {
      await failWith(
        'createPaymentIntent',
        processor.createPaymentIntent(fieldsWith(processor, ['card', 'no_such_type'])),
        'ProcessorRefused',
        { status: 400 },
      );
    });

    it('setup intents take them too', async (processor) => {
      const { createSetupIntent } = mustSucceed(processor);
      const setup = await createSetupIntent({ payment_methods: ['card', 'link'], confirm: false });
      hasPrefix('its client_secret', setup.client_secret, `${setup.id}_secret_`);
      assert.deepEqual(setup.payment_method_types, ['card', 'link']);
      await failWith(
        'createSetupIntent',
        processor.createSetupIntent({ payment_methods: ['no_such_type'], confirm: false }),
        'ProcessorRefused',
        { status: 400 },
      );
    });
  });
};
