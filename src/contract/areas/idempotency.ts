import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { TokenId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven, uniqueKey } from '../support/ids.js';
import { newCard, testCard } from '../support/new-card.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import {
  cents,
  chargeOf,
  intentFields,
  intentsOf,
  newHold,
  newIntent,
  newPayment,
  refundsOf,
} from '../support/new-payment.js';

const same = 'a repeated key returns the first answer';
const doneBefore = 'an earlier call may have deleted what is missing';

/** Repeated calls with one idempotency key. */
export const idempotency = ({ describe, it, itWith }: Suite): void => {
  describe('idempotency', () => {
    it('createCustomer with a repeated key creates one customer', async (processor) => {
      const [key, fields] = [uniqueKey(), { email: uniqueEmail() }];
      const first = await mustSucceed(processor).createCustomer(fields, key);
      const again = await mustSucceed(processor).createCustomer(fields, key);
      assert.deepEqual(again, first, same);
    });

    itWith(
      ['rawCardNumbers'],
      'createCardToken with a repeated key creates one token',
      async (processor) => {
        const [key, details] = [uniqueKey(), testCard('4242424242424242')];
        const first = await mustSucceed(processor).createCardToken(details, key);
        const again = await mustSucceed(processor).createCardToken(details, key);
        assert.deepEqual(again, first, same);
      },
    );

    it('createCard with a repeated key creates one card', async (processor) => {
      const customer = await newCustomer(processor);
      const [key, input] = [uniqueKey(), { customer, source: proven(TokenId, 'tok_visa') }];
      const first = await mustSucceed(processor).createCard(input, key);
      const again = await mustSucceed(processor).createCard(input, key);
      assert.deepEqual(again, first, same);
      const list = await mustSucceed(processor).listCards({ customer, limit: 10 });
      assert.equal(list.data.length, 1, 'the customer has one card');
    });

    it('createPaymentIntent with a repeated key charges once', async (processor) => {
      const customer = await newCustomer(processor);
      const [key, fields] = [uniqueKey(), intentFields(customer, { confirm: true })];
      const first = await mustSucceed(processor).createPaymentIntent(fields, key);
      const again = await mustSucceed(processor).createPaymentIntent(fields, key);
      assert.deepEqual([again.id, again.latest_charge], [first.id, first.latest_charge], same);
      assert.equal(
        (await intentsOf(processor, customer)).length,
        1,
        'the customer is charged once',
      );
    });

    it('createPaymentIntent with another key creates another payment', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = intentFields(customer);
      await mustSucceed(processor).createPaymentIntent(fields, uniqueKey());
      await mustSucceed(processor).createPaymentIntent(fields, uniqueKey());
      assert.equal((await intentsOf(processor, customer)).length, 2, 'two keys, two intents');
    });

    it('concurrent createPaymentIntent calls with one key create one intent', async (processor) => {
      const customer = await newCustomer(processor);
      const [key, fields] = [uniqueKey(), intentFields(customer, { confirm: true })];
      const attempt = () => processor.createPaymentIntent(fields, key)();
      const outcomes = await Promise.all([attempt(), attempt(), attempt()]);
      const ids = new Set(outcomes.filter(E.isRight).map(({ right }) => right.id));
      assert.equal(ids.size, 1, 'all answers are about one intent');
      for (const { left } of outcomes.filter(E.isLeft)) {
        assert.deepEqual(
          [left._tag, left._tag === 'ProcessorRefused' && left.status],
          ['ProcessorRefused', 409],
          'a key in use is refused with 409',
        );
      }
      assert.equal(
        (await intentsOf(processor, customer)).length,
        1,
        'the customer is charged once',
      );
    });

    it('confirmPaymentIntent with a repeated key charges once', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const key = uniqueKey();
      const confirm = () => processor.confirmPaymentIntent({ payment_intent }, key);
      const first = await succeed('confirmPaymentIntent', confirm());
      const again = await succeed('confirmPaymentIntent with its key again', confirm());
      assert.deepEqual(
        [again.status, again.latest_charge],
        ['succeeded', first.latest_charge],
        same,
      );
      const charge = await chargeOf(processor, payment_intent);
      assert.equal(charge.id, first.latest_charge, 'there is no other charge');
    });

    it('confirmPaymentIntent with a repeated key returns the first decline and makes no second failed charge', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, {
        payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
      });
      const key = uniqueKey();
      const confirm = () => processor.confirmPaymentIntent({ payment_intent }, key);
      const first = await failWith('confirmPaymentIntent', confirm(), 'CardError');
      const again = await failWith('confirmPaymentIntent again', confirm(), 'CardError');
      assert.deepEqual(again, first, same);
      const charge = await chargeOf(processor, payment_intent);
      assert.equal(charge.id, first.charge, 'there is no second failed charge');
    });

    it('capturePaymentIntent with a repeated key returns the captured intent again', async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      const [key, input] = [uniqueKey(), { payment_intent, amount_to_capture: cents(500) }];
      await mustSucceed(processor).capturePaymentIntent(input, key);
      const again = await succeed(
        'capturePaymentIntent with its key again',
        processor.capturePaymentIntent(input, key),
      );
      assert.deepEqual([again.status, again.amount_received], ['succeeded', 500], same);
    });

    it('cancelPaymentIntent with a repeated key returns the canceled intent again', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const key = uniqueKey();
      const cancel = () => processor.cancelPaymentIntent({ payment_intent }, key);
      await succeed('cancelPaymentIntent', cancel());
      const again = await succeed('cancelPaymentIntent with its key again', cancel());
      assert.equal(again.status, 'canceled', same);
    });

    it('createRefund with a repeated key refunds once', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      const [key, input] = [uniqueKey(), { charge, amount: cents(300) }];
      const first = await mustSucceed(processor).createRefund(input, key);
      const again = await mustSucceed(processor).createRefund(input, key);
      assert.equal(again.id, first.id, same);
      assert.equal((await refundsOf(processor, id)).length, 1, 'there is one refund');
      assert.equal((await chargeOf(processor, id)).amount_refunded, 300, 'refunded once');
    });

    it('deleteCustomer in doubt returns an already deleted customer as deleted', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await mustSucceed(processor).deleteCustomer({ customer });
      const task = processor.deleteCustomer(
        { customer },
        { ...uniqueKey(), inDoubtSince: 1_700_000_000 },
      );
      const again = await succeed('deleteCustomer in doubt', task);
      assert.deepEqual([again.id, again.deleted], [first.id, first.deleted], doneBefore);
    });

    it('deleteCard in doubt returns an already deleted card as deleted', async (processor) => {
      const customer = await newCustomer(processor);
      const { id: card } = await newCard(processor, customer);
      const first = await mustSucceed(processor).deleteCard({ customer, card });
      const task = processor.deleteCard(
        { customer, card },
        { ...uniqueKey(), inDoubtSince: 1_700_000_000 },
      );
      const again = await succeed('deleteCard in doubt', task);
      assert.deepEqual([again.id, again.deleted], [first.id, first.deleted], doneBefore);
    });

    it('a key with other input is refused, and nothing is done', async (processor) => {
      const customer = await newCustomer(processor);
      const key = uniqueKey();
      const create = (amount: number) =>
        processor.createPaymentIntent(intentFields(customer, { amount }), key);
      await succeed('createPaymentIntent', create(1000));
      await failWith('createPaymentIntent of another amount', create(2000), 'ProcessorRefused', {
        status: 400,
      });
      assert.equal((await intentsOf(processor, customer)).length, 1, 'there is one intent');
    });

    it('a key of another operation is refused, and nothing is done', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      const key = uniqueKey();
      await mustSucceed(processor).createCustomer({ email: uniqueEmail() }, key);
      const task = processor.createRefund({ charge }, key);
      await failWith('createRefund', task, 'ProcessorRefused', { status: 400 });
      assert.deepEqual(await refundsOf(processor, id), [], 'nothing was refunded');
    });
  });
};
