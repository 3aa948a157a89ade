import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Need, Subject, Suite } from '../suite.js';
import { mustSucceed, succeed } from '../support/expect-outcome.js';
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

type Work = {
  readonly build: () => TE.TaskEither<ProcessorError, unknown>;
  readonly count: () => Promise<number>;
};

type Repeatable = {
  readonly needs: ReadonlyArray<Need>;
  readonly arrange: (processor: Subject) => Promise<Work>;
};

const repeatable: ReadonlyArray<readonly [string, Repeatable]> = [
  [
    'createCustomer',
    {
      needs: ['features.customers', 'features.lists'],
      arrange: async (processor) => {
        const email = uniqueEmail();
        const list = processor.listCustomers({ email, limit: 10 });
        return {
          build: () => processor.createCustomer({ email }),
          count: async () => (await succeed('listCustomers', list)).data.length,
        };
      },
    },
  ],
  [
    'createCard',
    {
      needs: ['features.customers', 'features.savedCards', 'features.lists', 'fixtures.cardToken'],
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        const source = await processor.given.cardToken();
        const list = processor.listCards({ customer, limit: 10 });
        return {
          build: () => processor.createCard({ customer, source }),
          count: async () => (await succeed('listCards', list)).data.length,
        };
      },
    },
  ],
  [
    'createPaymentIntent',
    {
      needs: ['features.customers', 'features.lists'],
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        const confirm = processor.given.has('confirmOnCreation');
        const fields = await intentFields(processor, { customer, confirm });
        return {
          build: () => processor.createPaymentIntent(fields),
          count: async () => (await intentsOf(processor, customer)).length,
        };
      },
    },
  ],
  [
    'createRefund',
    {
      needs: ['features.lists', 'features.partialRefunds'],
      arrange: async (processor) => {
        const [amount] = processor.given.amounts;
        const { id, charge } = await newPayment(processor, amount);
        const input = { charge, amount: cents(Math.floor(amount / 10)) };
        return {
          build: () => processor.createRefund(input),
          count: async () => (await refundsOf(processor, id)).length,
        };
      },
    },
  ],
];

const confirmedIn = { approved: 'succeeded', needsCustomer: 'requires_action' } as const;

const changes = [
  ['confirmPaymentIntent', 'requires_confirmation'],
  ['capturePaymentIntent', 'requires_capture'],
  ['cancelPaymentIntent', 'requires_confirmation'],
] as const;

/** A call only describes its work: nothing happens before the TaskEither runs. */
export const laziness = ({ describe, it, itWith }: Suite): void => {
  describe('laziness', () => {
    for (const [name, { needs, arrange }] of repeatable) {
      itWith(
        needs,
        `${name} does nothing before its TaskEither runs, and its work at each run`,
        async (processor) => {
          const { build, count } = await arrange(processor);
          const task = build();
          assert.equal(await count(), 0, `${name} does nothing before its TaskEither runs`);
          await succeed(name, task);
          assert.equal(await count(), 1, `${name} does its work when it runs`);
          await succeed(name, task);
          assert.equal(await count(), 2, `${name} does its work at each run`);
        },
      );
    }

    it('each run of createPaymentIntent creates another payment', async (processor) => {
      const task = processor.createPaymentIntent(await intentFields(processor));
      const [first, second] = [
        await succeed('createPaymentIntent', task),
        await succeed('createPaymentIntent', task),
      ];
      assert.notEqual(second.id, first.id, 'createPaymentIntent does its work at each run');
    });

    it('createRefund does nothing before its TaskEither runs', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id, charge } = await newPayment(processor, amount);
      const task = processor.createRefund({ charge });
      const { amount_refunded = 0 } = await chargeOf(processor, id);
      assert.equal(amount_refunded, 0, 'createRefund does nothing before its TaskEither runs');
      await succeed('createRefund', task);
      assert.equal(
        (await chargeOf(processor, id)).amount_refunded,
        amount,
        'createRefund does its work when it runs',
      );
    });

    for (const [name, before] of changes) {
      itWith(
        before === 'requires_capture' ? ['features.capture'] : [],
        `${name} does nothing before its TaskEither runs`,
        async (processor) => {
          const { usual, amounts } = processor.given;
          const payment_intent =
            before === 'requires_capture'
              ? await newHold(processor, amounts[0])
              : (await newIntent(processor)).id;
          const after = {
            confirmPaymentIntent: confirmedIn[usual],
            capturePaymentIntent: 'succeeded',
            cancelPaymentIntent: 'canceled',
          }[name];
          const task = processor[name]({ payment_intent });
          const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
          assert.equal(found.status, before, `${name} does nothing before its TaskEither runs`);
          assert.equal(
            (await succeed(name, task)).status,
            after,
            `${name} does its work when it runs`,
          );
        },
      );
    }
  });
};
