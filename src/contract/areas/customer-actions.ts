import { strict as assert } from 'node:assert';
import type { PaymentIntentId } from '../../domain/ids.js';
import { isObject } from '../../domain/input/json.js';
import type { Subject, Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { chargeOf, intentFields, newIntent, payIntent } from '../support/new-payment.js';

const return_url = 'https://shop.example/orders/42';

const actionsWithDetails: ReadonlyArray<string> = [
  'redirect_to_url',
  'post_form',
  'await_customer',
];

const needsCustomer = { outcome: 'needsCustomer' } as const;

const nothingPaid = async (processor: Subject, payment_intent: PaymentIntentId) => {
  const { status, latest_charge } = await mustSucceed(processor).retrievePaymentIntent({
    payment_intent,
  });
  assert.notEqual(status, 'succeeded', 'a payment that the customer refused does not succeed');
  if ((latest_charge ?? null) === null) return;
  const { paid } = await chargeOf(processor, payment_intent);
  assert.equal(paid, false, 'a charge that the customer refused is not paid');
};

/** Payments that need the customer: a redirect, a form, an approval or a challenge. */
export const customerActions = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing('fixtures.needsCustomer');

  describe('actions of the customer', () => {
    it('confirmPaymentIntent names the next action of the customer, and charges nothing before it', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, needsCustomer);
      const { confirmPaymentIntent, retrievePaymentIntent } = mustSucceed(processor);
      const confirmed = await confirmPaymentIntent({ payment_intent });
      for (const intent of [confirmed, await retrievePaymentIntent({ payment_intent })]) {
        assert.deepEqual(
          [intent.status, intent.latest_charge ?? null, intent.amount_received ?? 0],
          ['requires_action', null, 0],
          'nothing is charged before the customer has acted',
        );
        const type = fieldOf(intent, 'next_action.type');
        assert.ok(
          typeof type === 'string' && type !== '',
          'an intent in requires_action has a next_action with a type',
        );
      }
    });

    it('the next action has its details in the field that its type names', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, needsCustomer);
      const { confirmPaymentIntent } = mustSucceed(processor);
      const { next_action } = await confirmPaymentIntent({ payment_intent });
      const { type = '' } = next_action ?? {};
      assert.notEqual(type, '', 'an intent in requires_action has a next_action with a type');
      if (!actionsWithDetails.includes(type)) return;
      const details = fieldOf(next_action, type);
      assert.ok(isObject(details), `a next_action of the type ${type} has the field ${type}`);
      if (type === 'await_customer') return;
      assert.match(String(fieldOf(details, 'url')), /^https?:\/\//, `${type} has a URL`);
    });

    itWith(
      ['features.redirects'],
      'confirmPaymentIntent with a return_url returns the page to redirect the customer to',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, needsCustomer);
        const { confirmPaymentIntent } = mustSucceed(processor);
        const intent = await confirmPaymentIntent({ payment_intent, return_url });
        assert.deepEqual(
          [intent.status, intent.next_action?.type],
          ['requires_action', 'redirect_to_url'],
          'with a return_url the next action is a redirect',
        );
        const redirect = fieldOf(intent, 'next_action.redirect_to_url');
        assert.equal(
          fieldOf(redirect, 'return_url'),
          return_url,
          'the customer returns to the return_url',
        );
        assert.match(String(fieldOf(redirect, 'url')), /^https?:\/\//, 'the redirect has a URL');
      },
    );

    itWith(
      ['features.confirmOnCreation'],
      'createPaymentIntent with confirm: true requires the customer too',
      async (processor) => {
        const fields = await intentFields(processor, { ...needsCustomer, confirm: true });
        const intent = await mustSucceed(processor).createPaymentIntent(fields);
        assert.equal(intent.status, 'requires_action', 'creation with confirm: true confirms');
      },
    );

    itWith(
      ['completeAction'],
      'a payment that the customer approves succeeds',
      async (processor) => {
        const { id } = await newIntent(processor, needsCustomer);
        const intent = await payIntent(processor, id);
        assert.equal(intent.status, 'succeeded', 'an approved payment succeeds');
        assert.equal(intent.next_action ?? null, null, 'nothing is left to do for the customer');
        const { paid, amount } = await chargeOf(processor, id);
        assert.deepEqual(
          [paid, amount],
          [true, processor.given.amounts[0]],
          'the charge is paid, to the minor unit',
        );
      },
    );

    itWith(
      ['completeAction'],
      'a payment with automatic confirmation is charged when the customer approves, without another confirmation',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, {
          ...needsCustomer,
          confirmation_method: 'automatic',
        });
        const { confirmPaymentIntent, retrievePaymentIntent } = mustSucceed(processor);
        await confirmPaymentIntent({ payment_intent });
        await processor.given.completeAction(payment_intent, 'approve');
        const { status } = await retrievePaymentIntent({ payment_intent });
        assert.equal(status, 'succeeded', 'an automatic intent moves on by itself (decision P6)');
      },
    );

    itWith(
      ['completeAction'],
      'a payment that the customer refuses is not charged, and needs another payment method or is canceled',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, needsCustomer);
        const { confirmPaymentIntent, retrievePaymentIntent } = mustSucceed(processor);
        await confirmPaymentIntent({ payment_intent });
        await processor.given.completeAction(payment_intent, 'refuse');
        await nothingPaid(processor, payment_intent);
        const { status } = await retrievePaymentIntent({ payment_intent });
        assert.ok(
          status === 'requires_payment_method' || status === 'canceled',
          `after a refusal an intent needs another payment method or is canceled, but it is in ${status}`,
        );
      },
    );
  });
};
