import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { CustomerId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { uniqueKey } from '../support/ids.js';
import { newCard } from '../support/new-card.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import {
  cents,
  chargeOf,
  intentFields,
  intentsOf,
  listsIntents,
  newHold,
  newIntent,
  newPayment,
  payIntent,
  refundsOf,
} from '../support/new-payment.js';

const same = 'a repeated key returns the first answer';
const doneBefore = 'an earlier call may have deleted what is missing';

const makes = async (
  processor: Subject,
  customer: CustomerId | undefined,
  count: number,
  rule: string,
): Promise<void> => {
  if (!listsIntents(processor)) return;
  assert.equal((await intentsOf(processor, customer)).length, count, rule);
};

const newIntentFields = (processor: Subject) =>
  intentFields(processor, { confirm: processor.given.has('confirmOnCreation') });

/** Repeated calls with one idempotency key. */
export const idempotency = ({ describe, it, itWith, expected }: Suite): void => {
  describe('idempotency', () => {
    itWith(
      ['features.customers'],
      'createCustomer with a repeated key creates one customer',
      async (processor) => {
        const [key, fields] = [uniqueKey(), { email: uniqueEmail() }];
        const first = await mustSucceed(processor).createCustomer(fields, key);
        const again = await mustSucceed(processor).createCustomer(fields, key);
        assert.deepEqual(again, first, same);
      },
    );

    itWith(
      ['features.cardTokens', 'fixtures.card'],
      'createCardToken with a repeated key creates one token',
      async (processor) => {
        const [key, details] = [uniqueKey(), processor.given.card()];
        const first = await mustSucceed(processor).createCardToken(details, key);
        const again = await mustSucceed(processor).createCardToken(details, key);
        assert.deepEqual(again, first, same);
      },
    );

    itWith(
      ['features.customers', 'features.savedCards', 'features.lists', 'fixtures.cardToken'],
      'createCard with a repeated key creates one card',
      async (processor) => {
        const customer = await newCustomer(processor);
        const source = await processor.given.cardToken();
        const [key, input] = [uniqueKey(), { customer, source }];
        const first = await mustSucceed(processor).createCard(input, key);
        const again = await mustSucceed(processor).createCard(input, key);
        assert.deepEqual(again, first, same);
        const list = await mustSucceed(processor).listCards({ customer, limit: 10 });
        assert.equal(list.data.length, 1, 'the customer has one card');
      },
    );

    it('createPaymentIntent with a repeated key charges once', async (processor) => {
      const [key, fields] = [uniqueKey(), await newIntentFields(processor)];
      const first = await mustSucceed(processor).createPaymentIntent(fields, key);
      const again = await mustSucceed(processor).createPaymentIntent(fields, key);
      assert.deepEqual([again.id, again.latest_charge], [first.id, first.latest_charge], same);
      await makes(processor, fields.customer, 1, 'the customer is charged once');
    });

    it('createPaymentIntent with another key creates another payment', async (processor) => {
      const fields = await intentFields(processor);
      const first = await mustSucceed(processor).createPaymentIntent(fields, uniqueKey());
      const other = await mustSucceed(processor).createPaymentIntent(fields, uniqueKey());
      assert.notEqual(other.id, first.id, 'two keys, two intents');
      await makes(processor, fields.customer, 2, 'two keys, two intents');
    });

    it('concurrent createPaymentIntent calls with one key create one intent', async (processor) => {
      const [key, fields] = [uniqueKey(), await newIntentFields(processor)];
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
      await makes(processor, fields.customer, 1, 'the customer is charged once');
    });

    it('confirmPaymentIntent with a repeated key charges once', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const key = uniqueKey();
      const confirm = () => processor.confirmPaymentIntent({ payment_intent }, key);
      const first = await succeed('confirmPaymentIntent', confirm());
      const again = await succeed('confirmPaymentIntent with its key again', confirm());
      assert.deepEqual(
        [again.id, again.status, again.latest_charge],
        [payment_intent, first.status, first.latest_charge],
        same,
      );
      const paid = await payIntent(processor, payment_intent);
      if (first.status === 'succeeded') {
        assert.equal(paid.latest_charge, first.latest_charge, 'there is no other charge');
      }
      const charge = await chargeOf(processor, payment_intent);
      assert.equal(charge.id, paid.latest_charge, 'there is no other charge');
    });

    itWith(
      ['fixtures.declined'],
      'confirmPaymentIntent with a repeated key returns the first decline and makes no second failed charge',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, { outcome: 'declined' });
        const key = uniqueKey();
        const confirm = () => processor.confirmPaymentIntent({ payment_intent }, key);
        const first = await failWith('confirmPaymentIntent', confirm(), 'CardError');
        const again = await failWith('confirmPaymentIntent again', confirm(), 'CardError');
        assert.deepEqual(again, first, same);
        if (first.charge === null) return;
        const charge = await chargeOf(processor, payment_intent);
        assert.equal(charge.id, first.charge, 'there is no second failed charge');
      },
    );

    itWith(
      ['features.capture'],
      'capturePaymentIntent with a repeated key returns the captured intent again',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const payment_intent = await newHold(processor, amount);
        const captured = Math.floor(amount / 4);
        const [key, input] = [uniqueKey(), { payment_intent, amount_to_capture: cents(captured) }];
        await mustSucceed(processor).capturePaymentIntent(input, key);
        const again = await succeed(
          'capturePaymentIntent with its key again',
          processor.capturePaymentIntent(input, key),
        );
        assert.deepEqual([again.status, again.amount_received], ['succeeded', captured], same);
      },
    );

    it('cancelPaymentIntent with a repeated key returns the canceled intent again', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const key = uniqueKey();
      const cancel = () => processor.cancelPaymentIntent({ payment_intent }, key);
      await succeed('cancelPaymentIntent', cancel());
      const again = await succeed('cancelPaymentIntent with its key again', cancel());
      assert.equal(again.status, 'canceled', same);
    });

    it('createRefund with a repeated key refunds once', async (processor) => {
      const { given } = processor;
      const [amount] = given.amounts;
      const part = given.has('partialRefunds') ? Math.floor((amount * 3) / 10) : amount;
      const { id, charge } = await newPayment(processor, amount);
      const [key, input] = [uniqueKey(), { charge, amount: cents(part) }];
      const first = await mustSucceed(processor).createRefund(input, key);
      const again = await mustSucceed(processor).createRefund(input, key);
      assert.equal(again.id, first.id, same);
      if (given.has('lists')) {
        assert.equal((await refundsOf(processor, id)).length, 1, 'there is one refund');
      }
      assert.equal((await chargeOf(processor, id)).amount_refunded, part, 'refunded once');
    });

    itWith(
      ['features.customers'],
      'deleteCustomer in doubt returns an already deleted customer as deleted',
      async (processor) => {
        const customer = await newCustomer(processor);
        const first = await mustSucceed(processor).deleteCustomer({ customer });
        const task = processor.deleteCustomer(
          { customer },
          { ...uniqueKey(), inDoubtSince: 1_700_000_000 },
        );
        const again = await succeed('deleteCustomer in doubt', task);
        assert.deepEqual([again.id, again.deleted], [first.id, first.deleted], doneBefore);
      },
    );

    itWith(
      ['features.customers', 'features.savedCards', 'fixtures.cardToken'],
      'deleteCard in doubt returns an already deleted card as deleted',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { id: card } = await newCard(processor, customer);
        const first = await mustSucceed(processor).deleteCard({ customer, card });
        const task = processor.deleteCard(
          { customer, card },
          { ...uniqueKey(), inDoubtSince: 1_700_000_000 },
        );
        const again = await succeed('deleteCard in doubt', task);
        assert.deepEqual([again.id, again.deleted], [first.id, first.deleted], doneBefore);
      },
    );

    it('a key with other input is refused, and nothing is done', async (processor) => {
      const fields = await intentFields(processor);
      const key = uniqueKey();
      const create = (amount: number) =>
        processor.createPaymentIntent({ ...fields, amount: cents(amount) }, key);
      const [amount] = processor.given.amounts;
      await succeed('createPaymentIntent', create(amount));
      await failWith(
        'createPaymentIntent of another amount',
        create(amount + 1),
        'ProcessorRefused',
        expected.invalid,
      );
      await makes(processor, fields.customer, 1, 'there is one intent');
    });

    it('a key of another operation is refused, and nothing is done', async (processor) => {
      const { given } = processor;
      const { id, charge } = await newPayment(processor, given.amounts[0]);
      const key = uniqueKey();
      if (given.has('customers')) {
        await mustSucceed(processor).createCustomer({ email: uniqueEmail() }, key);
      } else {
        await mustSucceed(processor).createPaymentIntent(await intentFields(processor), key);
      }
      const task = processor.createRefund({ charge }, key);
      await failWith('createRefund', task, 'ProcessorRefused', expected.invalid);
      const { amount_refunded = 0 } = await chargeOf(processor, id);
      assert.equal(amount_refunded, 0, 'nothing was refunded');
      if (!given.has('lists')) return;
      assert.deepEqual(await refundsOf(processor, id), [], 'nothing was refunded');
    });
  });
};
