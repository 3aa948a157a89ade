import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { TokenId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Suite } from '../suite.js';
import { mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { newCustomer, uniqueEmail } from '../support/new-customer.js';
import {
  cents,
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

type Arrange = (processor: PaymentProcessor) => Promise<Work>;

const repeatable: ReadonlyArray<readonly [string, Arrange]> = [
  [
    'createCustomer',
    async (processor) => {
      const email = uniqueEmail();
      const list = processor.listCustomers({ email, limit: 10 });
      return {
        build: () => processor.createCustomer({ email }),
        count: async () => (await succeed('listCustomers', list)).data.length,
      };
    },
  ],
  [
    'createCard',
    async (processor) => {
      const customer = await newCustomer(processor);
      const list = processor.listCards({ customer, limit: 10 });
      return {
        build: () => processor.createCard({ customer, source: proven(TokenId, 'tok_visa') }),
        count: async () => (await succeed('listCards', list)).data.length,
      };
    },
  ],
  [
    'createPaymentIntent',
    async (processor) => {
      const customer = await newCustomer(processor);
      return {
        build: () => processor.createPaymentIntent(intentFields(customer, { confirm: true })),
        count: async () => (await intentsOf(processor, customer)).length,
      };
    },
  ],
  [
    'createRefund',
    async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      return {
        build: () => processor.createRefund({ charge, amount: cents(100) }),
        count: async () => (await refundsOf(processor, id)).length,
      };
    },
  ],
];

const changes = {
  confirmPaymentIntent: ['requires_confirmation', 'succeeded'],
  capturePaymentIntent: ['requires_capture', 'succeeded'],
  cancelPaymentIntent: ['requires_confirmation', 'canceled'],
} as const;

/** A call only describes its work: nothing happens before the TaskEither runs. */
export const laziness = ({ describe, it }: Suite): void => {
  describe('laziness', () => {
    for (const [name, arrange] of repeatable) {
      it(`${name} does nothing before its TaskEither runs, and its work at each run`, async (processor) => {
        const { build, count } = await arrange(processor);
        const task = build();
        assert.equal(await count(), 0, `${name} does nothing before its TaskEither runs`);
        await succeed(name, task);
        assert.equal(await count(), 1, `${name} does its work when it runs`);
        await succeed(name, task);
        assert.equal(await count(), 2, `${name} does its work at each run`);
      });
    }

    for (const name of [
      'confirmPaymentIntent',
      'capturePaymentIntent',
      'cancelPaymentIntent',
    ] as const) {
      it(`${name} does nothing before its TaskEither runs`, async (processor) => {
        const [before, after] = changes[name];
        const payment_intent =
          before === 'requires_capture'
            ? await newHold(processor, 1999)
            : (await newIntent(processor)).id;
        const task = processor[name]({ payment_intent });
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.equal(found.status, before, `${name} does nothing before its TaskEither runs`);
        assert.equal(
          (await succeed(name, task)).status,
          after,
          `${name} does its work when it runs`,
        );
      });
    }
  });
};
