import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Fault } from '../capabilities.js';
import type { Suite } from '../suite.js';
import { succeed, summaryOf } from '../support/expect-outcome.js';
import { uniqueKey } from '../support/ids.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import {
  chargeOf,
  intentFields,
  intentsOf,
  newHold,
  newIntent,
  newPayment,
  refundsOf,
} from '../support/new-payment.js';
import { setupFields } from '../support/new-setup.js';

/** Whether an error is right for a fault. An adapter that retries may hide the fault. */
const told: { readonly [F in Fault]: (error: ProcessorError) => boolean } = {
  answer_lost: (error) => error._tag === 'ProcessorUnavailable' && error.outcome === 'unknown',
  not_reached: (error) => error._tag === 'ProcessorUnavailable',
  rate_limited: (error) => error._tag === 'ProcessorRefused' && error.status === 429,
  server_error: (error) => error._tag === 'ProcessorFailed',
};

type Work = {
  /** The same call with the same key, each time. */
  readonly attempt: () => TE.TaskEither<ProcessorError, unknown>;
  /** How many times the work was done. */
  readonly count: () => Promise<number>;
};

type Arrange = (processor: PaymentProcessor) => Promise<Work>;

const works: ReadonlyArray<readonly [string, Arrange]> = [
  [
    'createPaymentIntent',
    async (processor) => {
      const customer = await newCustomer(processor);
      const [key, fields] = [uniqueKey(), intentFields(customer, { confirm: true })];
      return {
        attempt: () => processor.createPaymentIntent(fields, key),
        count: async () => (await intentsOf(processor, customer)).length,
      };
    },
  ],
  [
    'confirmPaymentIntent',
    async (processor) => {
      const { id: payment_intent, customer } = await newIntent(processor);
      const key = uniqueKey();
      return {
        attempt: () => processor.confirmPaymentIntent({ payment_intent }, key),
        count: async () =>
          (await intentsOf(processor, customer)).filter(({ status }) => status === 'succeeded')
            .length,
      };
    },
  ],
  [
    'capturePaymentIntent',
    async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      const key = uniqueKey();
      return {
        attempt: () => processor.capturePaymentIntent({ payment_intent }, key),
        count: async () => ((await chargeOf(processor, payment_intent)).captured === true ? 1 : 0),
      };
    },
  ],
  [
    'createSetupIntent',
    async (processor) => {
      const customer = await newCustomer(processor);
      const [key, fields] = [uniqueKey(), setupFields(customer, { confirm: true })];
      return {
        attempt: () => processor.createSetupIntent(fields, key),
        count: async () => (await cardIdsOf(processor, customer)).length,
      };
    },
  ],
  [
    'createRefund',
    async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      const key = uniqueKey();
      return {
        attempt: () => processor.createRefund({ charge }, key),
        count: async () => (await refundsOf(processor, id)).length,
      };
    },
  ],
];

const meetsFault = (
  what: string,
  fault: Fault,
  outcome: E.Either<ProcessorError, unknown>,
): void => {
  if (E.isRight(outcome)) return;
  const { left } = outcome;
  assert.ok(told[fault](left), `${what} must not report ${fault} as ${summaryOf(left)}`);
};

/** Calls that fail on their way to the processor or back. */
export const faults = ({ describe, itWith }: Suite): void => {
  describe('faults', () => {
    for (const [name, arrange] of works) {
      for (const fault of ['answer_lost', 'not_reached', 'rate_limited'] as const) {
        itWith(
          ['injectFault'],
          `${name} after ${fault} is done once when its key is repeated`,
          async (processor, { injectFault }) => {
            const { attempt, count } = await arrange(processor);
            await injectFault(fault);
            meetsFault(name, fault, await attempt()());
            await succeed(`${name} with its key again`, attempt());
            assert.equal(await count(), 1, `${name} is done once, however often it is tried`);
          },
        );
      }
    }

    // A processor may replay its own failure under the same key, so this clause does not retry.
    itWith(
      ['injectFault'],
      'createPaymentIntent reports a server error as ProcessorFailed',
      async (processor, { injectFault }) => {
        const customer = await newCustomer(processor);
        await injectFault('server_error');
        const outcome = await processor.createPaymentIntent(intentFields(customer))();
        meetsFault('createPaymentIntent', 'server_error', outcome);
      },
    );
  });
};
