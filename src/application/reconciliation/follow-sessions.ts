import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { CheckoutSessionId } from '../../domain/ids.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { ReconciliationLedger } from '../ports/reconciliation-ledger.js';
import { type Patience, patiently } from './read-processor-ledger.js';

type Dependencies = Patience & {
  readonly processor: Pick<PaymentProcessor, 'retrieveCheckoutSession'>;
  readonly ledger: Pick<ReconciliationLedger, 'ordersOfSessions' | 'refer'>;
};

const batch = 100;

const isAbsent = (error: ProcessorError): boolean =>
  error._tag === 'UnsupportedOperation' ||
  (error._tag === 'ProcessorRefused' && error.status === 404);

/** Lets orders that refer to a Checkout Session refer to its payment: one call for each. A session without one, or unknown, stays. */
export const followSessions =
  ({ processor, ledger, ...patience }: Dependencies): TE.TaskEither<ProcessorError, void> =>
  async () => {
    for (let after = ''; ; ) {
      const orders = ledger.ordersOfSessions(after, batch);
      for (const { id, session } of orders) {
        if (!CheckoutSessionId.is(session)) continue;
        const found = await patiently(
          patience,
          processor.retrieveCheckoutSession({ session }),
          true,
        );
        if (E.isLeft(found) && !isAbsent(found.left)) return found;
        const payment = E.isRight(found) ? found.right.payment_intent : null;
        if (typeof payment === 'string') await ledger.refer(id, payment);
      }
      const last = orders.at(-1);
      if (last === undefined || orders.length < batch) return E.right(undefined);
      after = last.id;
    }
  };
