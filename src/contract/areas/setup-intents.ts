import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId, SetupIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absentFor, proven, uniqueKey } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { newSetup, setupFields } from '../support/new-setup.js';

const foreignCard = async (processor: Subject) =>
  proven(PaymentMethodId, (await newCard(processor, await newCustomer(processor))).id);

const approvedMethod = async (processor: Subject, customer: CustomerId) =>
  proven(PaymentMethodId, await processor.given.paymentMethod('approved', customer));

const read = (processor: PaymentProcessor, setup_intent: SetupIntentId) =>
  mustSucceed(processor).retrieveSetupIntent({ setup_intent });

/** Setup intents: they save cards of customers for later payments. */
export const setupIntents = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing(
    'features.setupIntents',
    'features.customers',
    'features.savedCards',
    'features.lists',
    'fixtures.approved',
  );

  describe('setup intents', () => {
    it('createSetupIntent returns an intent in requires_confirmation', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = await setupFields(processor, customer);
      const before = await cardIdsOf(processor, customer);
      const intent = await mustSucceed(processor).createSetupIntent(fields);
      expected.isId('the id of a setup intent', intent.id, 'setup_intent');
      assert.deepEqual(
        [intent.status, intent.customer, intent.livemode ?? false],
        ['requires_confirmation', customer, false],
        'a new setup intent has the given fields',
      );
      assert.deepEqual(await cardIdsOf(processor, customer), before, 'no card is saved yet');
    });

    itWith(
      ['fixtures.cardToken'],
      'createSetupIntent without a payment method waits for one, also when the customer has a card',
      async (processor) => {
        const customer = await newCustomer(processor);
        await newCard(processor, customer);
        const intent = await mustSucceed(processor).createSetupIntent({ customer, confirm: false });
        assert.deepEqual(
          [intent.status, intent.payment_method ?? null],
          ['requires_payment_method', null],
          'a setup intent takes no card by itself',
        );
      },
    );

    itWith(
      ['features.confirmOnCreation'],
      'createSetupIntent with confirm: true saves the card',
      async (processor) => {
        const customer = await newCustomer(processor);
        const intent = await mustSucceed(processor).createSetupIntent(
          await setupFields(processor, customer, { confirm: true }),
        );
        assert.equal(intent.status, 'succeeded', 'the intent is created and confirmed');
        assert.deepEqual(
          await cardIdsOf(processor, customer),
          [intent.payment_method],
          'the card belongs to the customer',
        );
      },
    );

    it('createSetupIntent keeps metadata and description', async (processor) => {
      const said = { metadata: { member: '42' }, description: 'Cuota anual' };
      const { id } = await newSetup(processor, said);
      const found = await read(processor, id);
      assert.deepEqual(
        [fieldOf(found, 'metadata'), found.description],
        [said.metadata, said.description],
      );
    });

    it('createSetupIntent refuses an unknown customer', async (processor) => {
      const task = processor.createSetupIntent({
        ...(await setupFields(processor, await newCustomer(processor))),
        customer: absentFor(processor).customer,
      });
      await failWith('createSetupIntent', task, 'ProcessorRefused', expected.missing('customer'));
    });

    it('createSetupIntent refuses an unknown payment method', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = await setupFields(processor, customer, {
        payment_method: absentFor(processor).paymentMethod,
      });
      const task = processor.createSetupIntent(fields);
      await failWith(
        'createSetupIntent',
        task,
        'ProcessorRefused',
        expected.missing('payment_method'),
      );
    });

    itWith(
      ['fixtures.cardToken'],
      "createSetupIntent refuses another customer's card",
      async (processor) => {
        const customer = await newCustomer(processor);
        const fields = await setupFields(processor, customer, {
          payment_method: await foreignCard(processor),
        });
        const task = processor.createSetupIntent(fields);
        await failWith('createSetupIntent', task, 'ProcessorRefused', expected.invalid);
      },
    );

    itWith(
      ['features.confirmOnCreation'],
      'createSetupIntent with a repeated key creates one setup intent',
      async (processor) => {
        const customer = await newCustomer(processor);
        const [key, fields] = [
          uniqueKey(),
          await setupFields(processor, customer, { confirm: true }),
        ];
        const first = await mustSucceed(processor).createSetupIntent(fields, key);
        const again = await mustSucceed(processor).createSetupIntent(fields, key);
        assert.deepEqual(again, first, 'a repeated key returns the first answer');
        assert.equal((await cardIdsOf(processor, customer)).length, 1, 'one card is saved');
      },
    );

    itWith(
      ['features.confirmOnCreation'],
      'createSetupIntent does nothing before its TaskEither runs',
      async (processor) => {
        const customer = await newCustomer(processor);
        const task = processor.createSetupIntent(
          await setupFields(processor, customer, { confirm: true }),
        );
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved yet');
        await succeed('createSetupIntent', task);
        assert.equal((await cardIdsOf(processor, customer)).length, 1, 'the card is saved');
      },
    );

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
      const task = processor.retrieveSetupIntent({
        setup_intent: absentFor(processor).setupIntent,
      });
      await failWith('retrieveSetupIntent', task, 'ProcessorRefused', expected.notFound);
    });

    it('confirmSetupIntent saves the card', async (processor) => {
      const { id, customer } = await newSetup(processor);
      const intent = await mustSucceed(processor).confirmSetupIntent({ setup_intent: id });
      assert.deepEqual([intent.id, intent.status], [id, 'succeeded'], 'the card is good');
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [intent.payment_method],
        'the card belongs to the customer',
      );
      assert.equal((await read(processor, id)).status, 'succeeded', 'it stays so');
    });

    itWith(
      ['fixtures.declined', 'fixtures.cardToken'],
      'confirmSetupIntent with a payment method saves that one',
      async (processor) => {
        const { id, customer } = await newSetup(processor, {
          outcome: 'declined',
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
      },
    );

    it('confirmSetupIntent with a repeated key returns the saved intent again', async (processor) => {
      const { id: setup_intent } = await newSetup(processor);
      const key = uniqueKey();
      const first = await mustSucceed(processor).confirmSetupIntent({ setup_intent }, key);
      const again = await mustSucceed(processor).confirmSetupIntent({ setup_intent }, key);
      assert.deepEqual(again, first, 'a repeated key returns the first answer');
    });

    itWith(
      ['fixtures.declined'],
      'a declined confirmSetupIntent fails with a CardError and saves nothing',
      async (processor) => {
        const { id, customer } = await newSetup(processor, { outcome: 'declined' });
        const before = await cardIdsOf(processor, customer);
        const task = processor.confirmSetupIntent({ setup_intent: id });
        const error = await failWith('confirmSetupIntent', task, 'CardError', {
          charge: null,
          payment_intent: null,
          setup_intent: id,
        });
        assert.notEqual(error.message, '', "a decline has the processor's own text");
        assert.equal(
          (await read(processor, id)).status,
          'requires_payment_method',
          'after a decline the setup intent needs another payment method',
        );
        assert.deepEqual(await cardIdsOf(processor, customer), before, 'no card is saved');
      },
    );

    itWith(
      ['fixtures.declined'],
      'confirmSetupIntent with another card succeeds after a decline',
      async (processor) => {
        const { id: setup_intent, customer } = await newSetup(processor, {
          outcome: 'declined',
        });
        await failWith(
          'confirmSetupIntent',
          processor.confirmSetupIntent({ setup_intent }),
          'CardError',
        );
        const intent = await mustSucceed(processor).confirmSetupIntent({
          setup_intent,
          payment_method: await approvedMethod(processor, customer),
        });
        assert.deepEqual([intent.status, intent.last_setup_error ?? null], ['succeeded', null]);
      },
    );

    it('confirmSetupIntent refuses an intent without a payment method', async (processor) => {
      const customer = await newCustomer(processor);
      const { id } = await mustSucceed(processor).createSetupIntent({ customer, confirm: false });
      const task = processor.confirmSetupIntent({ setup_intent: proven(SetupIntentId, id) });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', expected.wrongSetupState);
    });

    itWith(
      ['features.confirmOnCreation'],
      'confirmSetupIntent refuses an intent that has succeeded',
      async (processor) => {
        const { id } = await newSetup(processor, { confirm: true });
        const task = processor.confirmSetupIntent({ setup_intent: id });
        await failWith('confirmSetupIntent', task, 'ProcessorRefused', expected.wrongSetupState);
      },
    );

    itWith(
      ['fixtures.cardToken'],
      "confirmSetupIntent refuses another customer's card",
      async (processor) => {
        const { id: setup_intent } = await newSetup(processor);
        const payment_method = await foreignCard(processor);
        const task = processor.confirmSetupIntent({ setup_intent, payment_method });
        await failWith('confirmSetupIntent', task, 'ProcessorRefused', expected.invalid);
        assert.equal(
          (await read(processor, setup_intent)).status,
          'requires_confirmation',
          'nothing has changed',
        );
      },
    );

    it('confirmSetupIntent does not find an unknown intent', async (processor) => {
      const task = processor.confirmSetupIntent({ setup_intent: absentFor(processor).setupIntent });
      await failWith('confirmSetupIntent', task, 'ProcessorRefused', expected.notFound);
    });

    itWith(
      ['fixtures.needsCustomer', 'completeAction'],
      'when the customer has approved, the card of a setup intent is saved, without another confirmation',
      async (processor) => {
        const { id, customer } = await newSetup(processor, {
          outcome: 'needsCustomer',
        });
        await mustSucceed(processor).confirmSetupIntent({ setup_intent: id });
        await processor.given.completeAction(id, 'approve');
        const intent = await read(processor, id);
        assert.deepEqual([intent.status, intent.next_action ?? null], ['succeeded', null]);
        assert.deepEqual(await cardIdsOf(processor, customer), [intent.payment_method]);
      },
    );

    itWith(
      ['fixtures.needsCustomer', 'completeAction'],
      'when the customer has refused, a setup intent has saved nothing and accepts another card',
      async (processor) => {
        const { id: setup_intent, customer } = await newSetup(processor, {
          outcome: 'needsCustomer',
        });
        await mustSucceed(processor).confirmSetupIntent({ setup_intent });
        await processor.given.completeAction(setup_intent, 'refuse');
        const failed = await read(processor, setup_intent);
        assert.equal(
          failed.status,
          'requires_payment_method',
          'the setup intent needs another payment method',
        );
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'no card is saved');
        const intent = await mustSucceed(processor).confirmSetupIntent({
          setup_intent,
          payment_method: await approvedMethod(processor, customer),
        });
        assert.equal(intent.status, 'succeeded', 'another card can still be saved');
      },
    );

    for (const [status, needs, overrides] of [
      ['requires_confirmation', [], {}],
      [
        'requires_action',
        ['fixtures.needsCustomer', 'features.confirmOnCreation'],
        { outcome: 'needsCustomer', confirm: true },
      ],
    ] as const) {
      itWith(needs, `cancelSetupIntent cancels an intent in ${status}`, async (processor) => {
        const { id: setup_intent } = await newSetup(processor, overrides);
        assert.equal((await read(processor, setup_intent)).status, status, 'it is prepared');
        const canceled = await mustSucceed(processor).cancelSetupIntent({ setup_intent });
        assert.deepEqual([canceled.id, canceled.status], [setup_intent, 'canceled']);
        assert.equal((await read(processor, setup_intent)).status, 'canceled', 'it stays so');
        const task = processor.confirmSetupIntent({ setup_intent });
        await failWith('confirmSetupIntent', task, 'ProcessorRefused', expected.wrongSetupState);
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

    itWith(
      ['features.confirmOnCreation'],
      'cancelSetupIntent refuses an intent that has succeeded',
      async (processor) => {
        const { id: setup_intent } = await newSetup(processor, { confirm: true });
        const task = processor.cancelSetupIntent({ setup_intent });
        await failWith('cancelSetupIntent', task, 'ProcessorRefused', expected.wrongSetupState);
        assert.equal((await read(processor, setup_intent)).status, 'succeeded', 'it stays so');
      },
    );

    it('cancelSetupIntent does not find an unknown intent', async (processor) => {
      const task = processor.cancelSetupIntent({ setup_intent: absentFor(processor).setupIntent });
      await failWith('cancelSetupIntent', task, 'ProcessorRefused', expected.notFound);
    });
  });
};
