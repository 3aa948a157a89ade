import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { SetupIntentId } from '../../domain/ids.js';
import { setupCancellationReasons } from '../../domain/objects/setup-intent.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { newSetup, setupFields } from '../support/new-setup.js';
import { hasPrefix } from './profile-facts.js';

const declinedMethods = [
  ['pm_card_visa_chargeDeclined', { code: 'card_declined', decline_code: 'generic_decline' }],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    { code: 'card_declined', decline_code: 'insufficient_funds' },
  ],
  ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card' }],
] as const;

const challenged = 'pm_card_authenticationRequired';

const return_url = 'https://shop.example/account/cards';

const read = (processor: PaymentProcessor, setup_intent: SetupIntentId) =>
  mustSucceed(processor).retrieveSetupIntent({ setup_intent });

/** Fields, test cards and refusals of Stripe's setup intents. */
export const stripeSetupIntentsArea = ({ describe, it, itWith }: Suite): void => {
  describe('setup intents of Stripe', () => {
    it('createSetupIntent returns a client_secret, a payment method and the usage off_session', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createSetupIntent(
        await setupFields(processor, customer),
      );
      hasPrefix('the id of a setup intent', intent.id, 'seti_');
      hasPrefix('its client_secret', intent.client_secret, `${intent.id}_secret_`);
      hasPrefix('the payment method of pm_card_visa', intent.payment_method, 'pm_');
      const { status, usage, payment_method_types, livemode } = intent;
      assert.deepEqual(
        { status, usage, customer: intent.customer, payment_method_types, livemode },
        {
          status: 'requires_confirmation',
          usage: 'off_session',
          customer,
          payment_method_types: ['card'],
          livemode: false,
        },
        'a new setup intent has the given fields',
      );
      assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved yet');
    });

    for (const usage of ['on_session', 'off_session'] as const) {
      it(`createSetupIntent accepts usage ${usage}`, async (processor) => {
        const { id } = await newSetup(processor, { usage });
        assert.equal((await read(processor, id)).status, 'requires_confirmation');
      });
    }

    it('confirmSetupIntent returns a client_secret and its attempt', async (processor) => {
      const { id, customer } = await newSetup(processor);
      const intent = await mustSucceed(processor).confirmSetupIntent({ setup_intent: id });
      hasPrefix('its client_secret', intent.client_secret, `${id}_secret_`);
      hasPrefix('its latest_attempt', intent.latest_attempt, 'setatt_');
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [intent.payment_method],
        'the card belongs to the customer',
      );
    });

    for (const [payment_method, decline] of declinedMethods) {
      it(`confirmSetupIntent is declined for ${payment_method}, and saves nothing`, async (processor) => {
        const { id, customer } = await newSetup(processor, { payment_method });
        const task = processor.confirmSetupIntent({ setup_intent: id });
        const error = await failWith('confirmSetupIntent', task, 'CardError', {
          ...decline,
          charge: null,
          payment_intent: null,
          setup_intent: id,
        });
        assert.notEqual(error.message, '', "a decline has the processor's own text");
        const intent = await read(processor, id);
        assert.deepEqual(
          [intent.status, intent.payment_method ?? null, intent.last_setup_error?.code],
          ['requires_payment_method', null, error.code],
          'after a decline the setup intent needs another payment method and says why',
        );
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved');
      });
    }

    it(`confirmSetupIntent with ${challenged} requires the customer to authenticate, and saves nothing before`, async (processor) => {
      const { id, customer } = await newSetup(processor, { payment_method: challenged });
      const intent = await mustSucceed(processor).confirmSetupIntent({ setup_intent: id });
      assert.deepEqual(
        [intent.status, intent.next_action?.type],
        ['requires_action', 'use_stripe_sdk'],
        'without a return_url the client library handles the next action',
      );
      assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved yet');
    });

    it('confirmSetupIntent with a return_url returns the page to redirect the customer to', async (processor) => {
      const { id: setup_intent } = await newSetup(processor, { payment_method: challenged });
      const intent = await mustSucceed(processor).confirmSetupIntent({ setup_intent, return_url });
      const redirect = fieldOf(intent, 'next_action.redirect_to_url');
      assert.equal(fieldOf(redirect, 'return_url'), return_url, 'the customer returns to it');
      assert.match(String(fieldOf(redirect, 'url')), /^https?:\/\//, 'the redirect has a URL');
    });

    it('createSetupIntent with confirm: true and a return_url returns that page too', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createSetupIntent(
        await setupFields(processor, customer, {
          payment_method: challenged,
          confirm: true,
          return_url,
        }),
      );
      assert.deepEqual(
        [intent.status, fieldOf(intent, 'next_action.redirect_to_url.return_url')],
        ['requires_action', return_url],
        'creation with confirm: true requires an action as a confirmation does',
      );
    });

    itWith(
      ['completeAction'],
      'after a passed challenge the card of a setup intent that was confirmed at its creation is saved',
      async (processor) => {
        const { id, customer } = await newSetup(processor, {
          payment_method: challenged,
          confirm: true,
        });
        await processor.given.completeAction(id, 'approve');
        const intent = await read(processor, id);
        assert.deepEqual(
          [intent.status, intent.next_action ?? null],
          ['succeeded', null],
          'the setup intent succeeds without another confirmation',
        );
        assert.deepEqual(
          await cardIdsOf(processor, customer),
          [intent.payment_method],
          'the card belongs to the customer',
        );
      },
    );

    itWith(
      ['completeAction'],
      'after a failed challenge a setup intent says why',
      async (processor) => {
        const { id: setup_intent } = await newSetup(processor, {
          payment_method: challenged,
          confirm: true,
        });
        await processor.given.completeAction(setup_intent, 'refuse');
        const failed = await read(processor, setup_intent);
        assert.deepEqual(
          [failed.status, failed.last_setup_error?.code],
          ['requires_payment_method', 'setup_intent_authentication_failure'],
          'the setup intent needs another payment method and says why',
        );
      },
    );

    for (const cancellation_reason of setupCancellationReasons) {
      it(`cancelSetupIntent keeps the reason ${cancellation_reason}`, async (processor) => {
        const { id: setup_intent } = await newSetup(processor);
        const canceled = await mustSucceed(processor).cancelSetupIntent({
          setup_intent,
          cancellation_reason,
        });
        assert.equal(canceled.cancellation_reason, cancellation_reason);
      });
    }
  });
};
