import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Fault } from '../contract-options.js';
import type { Need, Subject, Suite } from '../suite.js';
import { mustSucceed, succeed, summaryOf } from '../support/expect-outcome.js';
import { uniqueKey } from '../support/ids.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
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
  readonly attempt: () => TE.TaskEither<ProcessorError, { readonly id: string }>;
  /** How many times the work was done. */
  readonly count: () => Promise<number>;
};

type Faulty = {
  readonly needs?: ReadonlyArray<Need>;
  readonly arrange: (processor: Subject) => Promise<Work>;
};

const isPaid = async (processor: Subject, payment_intent: PaymentIntentId): Promise<number> => {
  const { status } = await payIntent(processor, payment_intent);
  return status === 'succeeded' ? 1 : 0;
};

const works: ReadonlyArray<readonly [string, Faulty]> = [
  [
    'createPaymentIntent',
    {
      arrange: async (processor) => {
        const confirm = processor.given.has('confirmOnCreation');
        const [key, fields] = [uniqueKey(), await intentFields(processor, { confirm })];
        return {
          attempt: () => processor.createPaymentIntent(fields, key),
          count: async () =>
            listsIntents(processor) ? (await intentsOf(processor, fields.customer)).length : 1,
        };
      },
    },
  ],
  [
    'confirmPaymentIntent',
    {
      arrange: async (processor) => {
        const { id: payment_intent, payer } = await newIntent(processor);
        const key = uniqueKey();
        return {
          attempt: () => processor.confirmPaymentIntent({ payment_intent }, key),
          count: async () => {
            const paid = await isPaid(processor, payment_intent);
            if (!listsIntents(processor)) return paid;
            return (await intentsOf(processor, payer)).filter(
              ({ status }) => status === 'succeeded',
            ).length;
          },
        };
      },
    },
  ],
  [
    'capturePaymentIntent',
    {
      needs: ['features.capture'],
      arrange: async (processor) => {
        const payment_intent = await newHold(processor, processor.given.amounts[0]);
        const key = uniqueKey();
        return {
          attempt: () => processor.capturePaymentIntent({ payment_intent }, key),
          count: async () =>
            (await chargeOf(processor, payment_intent)).captured === true ? 1 : 0,
        };
      },
    },
  ],
  [
    'updatePaymentIntent',
    {
      needs: ['features.updates'],
      arrange: async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const [key, amount] = [uniqueKey(), cents(processor.given.amounts[0] * 2)];
        return {
          attempt: () => processor.updatePaymentIntent({ payment_intent, amount }, key),
          count: async () => {
            const { retrievePaymentIntent } = mustSucceed(processor);
            return (await retrievePaymentIntent({ payment_intent })).amount === amount ? 1 : 0;
          },
        };
      },
    },
  ],
  [
    'cancelPaymentIntent',
    {
      arrange: async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const key = uniqueKey();
        return {
          attempt: () => processor.cancelPaymentIntent({ payment_intent }, key),
          count: async () => {
            const { retrievePaymentIntent } = mustSucceed(processor);
            return (await retrievePaymentIntent({ payment_intent })).status === 'canceled' ? 1 : 0;
          },
        };
      },
    },
  ],
  [
    'createSetupIntent',
    {
      needs: [
        'features.setupIntents',
        'features.customers',
        'features.savedCards',
        'features.lists',
        'features.confirmOnCreation',
        'fixtures.approved',
      ],
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        const key = uniqueKey();
        const fields = await setupFields(processor, customer, { confirm: true });
        return {
          attempt: () => processor.createSetupIntent(fields, key),
          count: async () => (await cardIdsOf(processor, customer)).length,
        };
      },
    },
  ],
  [
    'createRefund',
    {
      arrange: async (processor) => {
        const [amount] = processor.given.amounts;
        const { id, charge } = await newPayment(processor, amount);
        const key = uniqueKey();
        return {
          attempt: () => processor.createRefund({ charge }, key),
          count: async () => {
            if (processor.given.has('lists')) return (await refundsOf(processor, id)).length;
            return ((await chargeOf(processor, id)).amount_refunded ?? 0) / amount;
          },
        };
      },
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
export const faults = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing('controls.injectFault');

  describe('faults', () => {
    for (const [name, { needs = [], arrange }] of works) {
      for (const fault of ['answer_lost', 'not_reached', 'rate_limited'] as const) {
        itWith(
          needs,
          `${name} after ${fault} is done once when its key is repeated`,
          async (processor) => {
            const { attempt, count } = await arrange(processor);
            await processor.given.injectFault(fault);
            meetsFault(name, fault, await attempt()());
            const { id } = await succeed(`${name} with its key again`, attempt());
            const again = await succeed(`${name} with its key once more`, attempt());
            assert.equal(again.id, id, 'a repeated key returns the first answer');
            assert.equal(await count(), 1, `${name} is done once, however often it is tried`);
          },
        );
      }
    }

    // A processor may replay its own failure under the same key, so this clause does not retry.
    it('createPaymentIntent reports a server error as ProcessorFailed', async (processor) => {
      const fields = await intentFields(processor);
      await processor.given.injectFault('server_error');
      const outcome = await processor.createPaymentIntent(fields)();
      meetsFault('createPaymentIntent', 'server_error', outcome);
    });
  });
};
