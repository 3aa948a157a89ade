import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { ReplyWithOwnFields } from '../contract-options.js';
import type { Need, Subject, Suite } from '../suite.js';
import { succeed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, newIntent, newPayment } from '../support/new-payment.js';
import { setupFields } from '../support/new-setup.js';

type Answer = {
  readonly needs?: ReadonlyArray<Need>;
  readonly call: (processor: Subject) => Promise<TE.TaskEither<ProcessorError, unknown>>;
};

const usualPayment = (processor: Subject) => newPayment(processor, processor.given.amounts[0]);

const answers: ReadonlyArray<readonly [ReplyWithOwnFields, Answer]> = [
  [
    'createCustomer',
    {
      needs: ['features.customers'],
      call: async (processor) => processor.createCustomer({ name: 'Ana' }),
    },
  ],
  [
    'createCard',
    {
      needs: ['features.customers', 'features.savedCards', 'fixtures.cardToken'],
      call: async (processor) =>
        processor.createCard({
          customer: await newCustomer(processor),
          source: await processor.given.cardToken(),
        }),
    },
  ],
  [
    'createPaymentIntent',
    {
      call: async (processor) => processor.createPaymentIntent(await intentFields(processor)),
    },
  ],
  [
    'confirmPaymentIntent',
    {
      call: async (processor) =>
        processor.confirmPaymentIntent({ payment_intent: (await newIntent(processor)).id }),
    },
  ],
  [
    'listPaymentIntents',
    {
      needs: ['features.customers', 'features.lists'],
      call: async (processor) => {
        const customer = await newCustomer(processor);
        await newPayment(processor, processor.given.amounts[0], { customer });
        return processor.listPaymentIntents({ customer, limit: 1 });
      },
    },
  ],
  [
    'createSetupIntent',
    {
      needs: ['features.customers', 'features.setupIntents'],
      call: async (processor) =>
        processor.createSetupIntent(await setupFields(processor, await newCustomer(processor))),
    },
  ],
  [
    'createRefund',
    {
      call: async (processor) =>
        processor.createRefund({ charge: (await usualPayment(processor)).charge }),
    },
  ],
];

/** Objects of the processor keep the fields that this library does not know. */
export const passThrough = ({ describe, itWith }: Suite): void => {
  describe('pass-through', () => {
    for (const [name, { needs = [], call }] of answers) {
      itWith(
        [...needs, `fixtures.ownFields.${name}`],
        `${name} returns the processor's whole object`,
        async (processor) => {
          const answer = await succeed(name, await call(processor));
          for (const field of processor.given.ownFields(name)) {
            assert.notEqual(
              fieldOf(answer, field),
              undefined,
              `the answer of ${name} must keep ${field}: objects pass through with every field`,
            );
          }
        },
      );
    }
  });
};
