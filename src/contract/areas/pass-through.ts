import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { TokenId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Suite } from '../suite.js';
import { succeed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, newIntent, newPayment } from '../support/new-payment.js';
import { setupFields } from '../support/new-setup.js';

type Call = (processor: PaymentProcessor) => Promise<TE.TaskEither<ProcessorError, unknown>>;

const intentExtras = ['capture_method', 'confirmation_method', 'metadata', 'object'];
const chargeExtras = ['captured', 'payment_method_details', 'metadata'];

const answers: ReadonlyArray<readonly [string, Call, ReadonlyArray<string>]> = [
  [
    'createCustomer',
    async (processor) => processor.createCustomer({ name: 'Ana' }),
    ['livemode', 'metadata', 'delinquent'],
  ],
  [
    'createCard',
    async (processor) =>
      processor.createCard({
        customer: await newCustomer(processor),
        source: proven(TokenId, 'tok_visa'),
      }),
    ['fingerprint', 'country', 'cvc_check', 'metadata'],
  ],
  [
    'createPaymentIntent',
    async (processor) => processor.createPaymentIntent(intentFields(await newCustomer(processor))),
    intentExtras,
  ],
  [
    'confirmPaymentIntent',
    async (processor) =>
      processor.confirmPaymentIntent({ payment_intent: (await newIntent(processor)).id }),
    [...intentExtras, ...chargeExtras.map((field) => `charges.data.0.${field}`)],
  ],
  [
    'listPaymentIntents',
    async (processor) => {
      const { customer } = await newIntent(processor, { confirm: true });
      return processor.listPaymentIntents({ customer, limit: 1 });
    },
    [
      ...intentExtras.map((field) => `data.0.${field}`),
      ...chargeExtras.map((field) => `data.0.charges.data.0.${field}`),
    ],
  ],
  [
    'createSetupIntent',
    async (processor) => processor.createSetupIntent(setupFields(await newCustomer(processor))),
    ['metadata', 'payment_method_options', 'usage'],
  ],
  [
    'createRefund',
    async (processor) =>
      processor.createRefund({ charge: (await newPayment(processor, 1999)).charge }),
    ['metadata', 'object'],
  ],
];

/** Objects of the processor keep the fields that this library does not know. */
export const passThrough = ({ describe, it }: Suite): void => {
  describe('pass-through', () => {
    for (const [name, call, extras] of answers) {
      it(`${name} returns the processor's whole object`, async (processor) => {
        const answer = await succeed(name, await call(processor));
        for (const field of extras) {
          assert.notEqual(
            fieldOf(answer, field),
            undefined,
            `the answer of ${name} must keep ${field}: objects pass through with every field`,
          );
        }
      });
    }
  });
};
