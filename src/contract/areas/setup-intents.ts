import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { PaymentMethodId, SetupIntentId } from '../../domain/ids.js';
import { setupCancellationReasons } from '../../domain/setup-intent.js';
import type { Suite } from '../suite.js';
import {
  failWith,
  missing,
  mustSucceed,
  notFound,
  succeed,
  wrongSetupState,
} from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absent, hasPrefix, proven, uniqueKey } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { newSetup, setupFields } from '../support/new-setup.js';

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

const foreignCard = async (processor: PaymentProcessor) =>
  proven(PaymentMethodId, (await newCard(processor, await newCustomer(processor))).id);

const read = (processor: PaymentProcessor, setup_intent: SetupIntentId) =>
  mustSucceed(processor).retrieveSetupIntent({ setup_intent });

/** Setup intents: they save cards of customers for later payments. */
export const setupIntents = ({ describe, it, itWith }: Suite): void => {
  describe('setup intents', () => {
    it('createSetupIntent returns an intent in requires_confirmation', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createSetupIntent(setupFields(customer));
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

    it('createSetupIntent without a payment method waits for one, also when the customer has a card', async (processor) => {
      const customer = await newCustomer(processor);
      await newCard(processor, customer);
      const intent = await mustSucceed(processor).createSetupIntent({ customer, confirm: false });
      assert.deepEqual(
        [intent.status, intent.payment_method ?? null],
        ['requires_payment_method', null],
        'a setup intent takes no card by itself',
      );
    });

    it('createSetupIntent with confirm: true saves the card', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createSetupIntent(
        setupFields(customer, { confirm: true }),
      );
      assert.equal(intent.status, 'succeeded', 'the intent is created and confirmed');
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [intent.payment_method],
        'the card belongs to the customer',
      );
    });

    it('createSetupIntent keeps metadata and description', async (processor) => {
      const said = { metadata: { member: '42' }, description: 'Cuota anual' };
      const { id } = await newSetup(processor, said);
      const found = await read(processor, id);
      assert.deepEqual(
        [fieldOf(found, 'metadata'), found.description],
        [said.metadata, said.description],
      );
    });

    for (const usage of ['on_session', 'off_session'] as const) {
      it(`createSetupIntent accepts usage ${usage}`, async (processor) => {
        const { id } = await newSetup(processor, { usage });
        assert.equal((await read(processor, id)).status, 'requires_confirmation');
      });
    }

    it('createSetupIntent refuses an unknown customer', async (processor) => {
      const task = processor.createSetupIntent(setupFields(absent.customer));
      await failWith('createSetupIntent', task, 'ProcessorRefused', missing('customer'));
    });

    it('createSetupIntent refuses an unknown payment method', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = setupFields(customer, { payment_method: absent.paymentMethod });
      const task = processor.createSetupIntent(fields);
      await failWith('createSetupIntent', task, 'ProcessorRefused', missing('payment_method'));
    });

    it("createSetupIntent refuses another customer's card", async (processor) => {
      const customer = await newCustomer(processor);
      const fields = setupFields(customer, { payment_method: await foreignCard(processor) });
      const task = processor.createSetupIntent(fields);
      await failWith('createSetupIntent', task, 'ProcessorRefused', { status: 400 });
    });

    it('createSetupIntent with a repeated key creates one setup intent', async (processor) => {
      const customer = await newCustomer(processor);
      const [key, fields] = [uniqueKey(), setupFields(customer, { confirm: true })];
      const first = await mustSucceed(processor).createSetupIntent(fields, key);
      const again = await mustSucceed(processor).createSetupIntent(fields, key);
      assert.deepEqual(again, first, 'a repeated key returns the first answer');
      assert.equal((await cardIdsOf(processor, customer)).length, 1, 'one card is saved');
    });

    it('createSetupIntent does nothing before its TaskEither runs', async (processor) => {
      const customer = await newCustomer(processor);
      const task = processor.createSetupIntent(setupFields(customer, { confirm: true }));
      assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved yet');
      await succeed('createSetupIntent', task);
      assert.equal((await cardIdsOf(processor, customer)).length, 1, 'the card is saved');
    });

    it('retrieveSetupIntent returns the intent', async (processor) => {
      const { id, customer } = await newSetup(processor);
      const found = await read(processor, id);
      assert.deepEqual(
        [found.id, found.customer, found.status],
        [id, customer, 'requires_confirmation'],
        'a retrieved setup intent is the created one',
      );
    });

    it('retrieveSetupIntent does not find an unknown intent', async (processor) => {
      const task = processor.retrieveSetupIntent({ setup_intent: absent.setupIntent });
      await failWith('retrieveSetupIntent', task, 'ProcessorRefused', notFound);
    });

    it('confirmSetupIntent saves the card', async (processor) => {
      const { id, customer } = await newSetup(processor);
      const intent = await mustSucceed(processor).confirmSetupIntent({ setup_intent: id });
      assert.deepEqual([intent.id, intent.status], [id, 'succeeded'], 'the card is good');
      hasPrefix('its client_secret', intent.client_secret, `${id}_secret_`);
      hasPrefix('its latest_attempt', intent.latest_attempt, 'setatt_');
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [intent.payment_method],
        'the card belongs to the customer',
      );
      assert.equal((await read(processor, id)).status, 'succeeded', 'it stays so');
    });

    it('confirmSetupIntent with a payment method saves that one', async (processor) => {
      const { id, customer } = await newSetup(processor, {
        payment_method: 'pm_card_visa_chargeDeclined',
      });
      const card = await newCard(processor, customer);
      const intent = await mustSucceed(processor).confirmSetupIntent({
        setup_intent: id,
        payment_method: proven(PaymentMethodId, card.id),
      });
      assert.deepEqual(
        [intent.status, intent.payment_method],
        ['succeeded', card.id],
        'the payment method of the confirmation replaces that of the intent',
      );
    });

    it('confirmSetupIntent with a repeated key returns the saved intent again', async (processor) => {
      const { id: setup_intent } = await newSetup(processor);
      const key = uniqueKey();
      const first = await mustSucceed(processor).confirmSetupIntent({ setup_intent }, key);
      const again = await mustSucceed(processor).confirmSetupIntent({ setup_intent }, key);
      assert.deepEqual(again, first, 'a repeated key returns the first answer');
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

    it('confirmSetupIntent with another card succeeds after a decline', async (processor) => {
      const { id: setup_intent } = await newSetup(processor, {
        payment_method: 'pm_card_visa_chargeDeclined',
      });
      await failWith(
        'confirmSetupIntent',
        processor.confirmSetupIntent({ setup_intent }),
        'CardError',
      );
      const intent = await mustSucceed(processor).confirmSetupIntent({
        setup_intent,
        payment_method: proven(PaymentMethodId, 'pm_card_visa'),
      });
      assert.deepEqual([intent.status, intent.last_setup_error ?? null], ['succeeded', null]);
    });

    it('confirmSetupIntent refuses an intent without a payment method', async (processor) => {
      const customer = await newCustomer(processor);
      const { id } = await mustSucceed(processor).createSetupIntent({ customer, confirm: false });
      const task = processor.confirmSetupIntent({ setup_intent: proven(SetupIntentId, id) });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', wrongSetupState);
    });

    it('confirmSetupIntent refuses an intent that has succeeded', async (processor) => {
      const { id } = await newSetup(processor, { confirm: true });
      const task = processor.confirmSetupIntent({ setup_intent: id });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', wrongSetupState);
    });

    it("confirmSetupIntent refuses another customer's card", async (processor) => {
      const { id: setup_intent } = await newSetup(processor);
      const payment_method = await foreignCard(processor);
      const task = processor.confirmSetupIntent({ setup_intent, payment_method });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', { status: 400 });
      assert.equal(
        (await read(processor, setup_intent)).status,
        'requires_confirmation',
        'nothing has changed',
      );
    });

    it('confirmSetupIntent does not find an unknown intent', async (processor) => {
      const task = processor.confirmSetupIntent({ setup_intent: absent.setupIntent });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', notFound);
    });

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
        setupFields(customer, { payment_method: challenged, confirm: true, return_url }),
      );
      assert.deepEqual(
        [intent.status, fieldOf(intent, 'next_action.redirect_to_url.return_url')],
        ['requires_action', return_url],
        'creation with confirm: true requires an action as a confirmation does',
      );
    });

    itWith(
      ['completeChallenge'],
      'after a passed challenge the card of a setup intent is saved, without another confirmation',
      async (processor, { completeChallenge }) => {
        const { id, customer } = await newSetup(processor, {
          payment_method: challenged,
          confirm: true,
        });
        await completeChallenge(id);
        const intent = await read(processor, id);
        assert.deepEqual([intent.status, intent.next_action ?? null], ['succeeded', null]);
        assert.deepEqual(await cardIdsOf(processor, customer), [intent.payment_method]);
      },
    );

    itWith(
      ['failChallenge'],
      'after a failed challenge a setup intent has saved nothing and accepts another card',
      async (processor, { failChallenge }) => {
        const { id: setup_intent, customer } = await newSetup(processor, {
          payment_method: challenged,
          confirm: true,
        });
        await failChallenge(setup_intent);
        const failed = await read(processor, setup_intent);
        assert.deepEqual(
          [failed.status, failed.last_setup_error?.code],
          ['requires_payment_method', 'setup_intent_authentication_failure'],
          'the setup intent needs another payment method and says why',
        );
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved');
        const intent = await mustSucceed(processor).confirmSetupIntent({
          setup_intent,
          payment_method: proven(PaymentMethodId, 'pm_card_visa'),
        });
        assert.equal(intent.status, 'succeeded', 'another card can still be saved');
      },
    );

    for (const [status, overrides] of [
      ['requires_confirmation', {}],
      ['requires_action', { payment_method: challenged, confirm: true }],
    ] as const) {
      it(`cancelSetupIntent cancels an intent in ${status}`, async (processor) => {
        const { id: setup_intent } = await newSetup(processor, overrides);
        assert.equal((await read(processor, setup_intent)).status, status, 'it is prepared');
        const canceled = await mustSucceed(processor).cancelSetupIntent({ setup_intent });
        assert.deepEqual([canceled.id, canceled.status], [setup_intent, 'canceled']);
        assert.equal((await read(processor, setup_intent)).status, 'canceled', 'it stays so');
        const task = processor.confirmSetupIntent({ setup_intent });
        await failWith('confirmSetupIntent', task, 'ProcessorRefused', wrongSetupState);
      });
    }

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

    it('cancelSetupIntent with a repeated key returns the canceled intent again', async (processor) => {
      const { id: setup_intent } = await newSetup(processor);
      const key = uniqueKey();
      const first = await mustSucceed(processor).cancelSetupIntent({ setup_intent }, key);
      const again = await mustSucceed(processor).cancelSetupIntent({ setup_intent }, key);
      assert.deepEqual(again, first, 'a repeated key returns the first answer');
    });

    for (const [name, status] of [
      ['confirmSetupIntent', 'succeeded'],
      ['cancelSetupIntent', 'canceled'],
    ] as const) {
      it(`${name} does nothing before its TaskEither runs`, async (processor) => {
        const { id: setup_intent } = await newSetup(processor);
        const task = processor[name]({ setup_intent });
        const before = await read(processor, setup_intent);
        assert.equal(before.status, 'requires_confirmation', 'nothing is done yet');
        assert.equal((await succeed(name, task)).status, status, 'it is done when it runs');
      });
    }

    it('cancelSetupIntent refuses an intent that has succeeded', async (processor) => {
      const { id: setup_intent } = await newSetup(processor, { confirm: true });
      const task = processor.cancelSetupIntent({ setup_intent });
      await failWith('cancelSetupIntent', task, 'ProcessorRefused', wrongSetupState);
      assert.equal((await read(processor, setup_intent)).status, 'succeeded', 'it stays so');
    });

    it('cancelSetupIntent does not find an unknown intent', async (processor) => {
      const task = processor.cancelSetupIntent({ setup_intent: absent.setupIntent });
      await failWith('cancelSetupIntent', task, 'ProcessorRefused', notFound);
    });
  });
};
