import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { callOf } from './call-of.js';
import type { Engine } from './engine/engine.js';
import { operations } from './engine/operations.js';
import { withCharges } from './with-charges.js';

const limit = 100;

/** What look-ups read of an engine. */
export const memoryReads = (engine: Engine): OutcomeReads => {
  const call = callOf(engine);
  return {
    now: engine.clock.now,
    retrieveIntent: (payment_intent) =>
      pipe(call(operations.retrieveIntent)({ payment_intent }), TE.map(withCharges(engine))),
    listIntents: (page) =>
      pipe(
        call(operations.listIntents)({ ...page, limit }),
        TE.map((list) => ({ ...list, data: list.data.map(withCharges(engine)) })),
      ),
    listCharges: (page) => call(operations.listCharges)({ ...page, limit }),
    retrieveRefund: (refund) => call(operations.retrieveRefund)({ refund }),
    listRefunds: (page) => call(operations.listRefunds)({ ...page, limit }),
    retrieveCustomer: (customer) => call(operations.retrieveCustomer)({ customer }),
    listCustomers: (page) => call(operations.listCustomers)({ ...page, limit }),
    retrieveToken: (token) => call(operations.retrieveToken)({ token }),
    retrievePaymentMethod: (payment_method) =>
      call(operations.retrievePaymentMethod)({ payment_method }),
    retrieveCard: (customer, card) => call(operations.retrieveSource)({ customer, card }),
    listEvents: (page) => call(operations.listEvents)({ ...page, limit }),
  };
};
