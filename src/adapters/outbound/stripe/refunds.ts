import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import { withKeyMetadata } from '../with-key-metadata.js';
import type { Attempt } from './create-attempt.js';
import type { Caller } from './create-caller.js';
import type { FindEvent } from './create-find-event.js';
import { keyToCarry } from './request-format.js';
import type { LookUp } from './settlement.js';
import type { StripeCall } from './stripe-call.js';

type Refunds = Pick<PaymentProcessor, 'createRefund' | 'retrieveRefund' | 'listRefunds'>;

/** The port's functions about refunds. */
export const refunds = (
  { refunds: api }: Stripe,
  attempt: Attempt,
  { read, change }: Caller,
  findEvent: FindEvent,
): Refunds => {
  const retrieval = (id: string): StripeCall<Refund> => ({
    name: 'retrieveRefund',
    send: (by) => api.retrieve(id, {}, by),
    reply: Refund,
  });

  const lookUp = (idempotencyKey: string): LookUp<Refund> =>
    pipe(
      findEvent('refund.created', idempotencyKey),
      TE.flatMap(
        O.match(
          () => TE.right(O.none),
          ({ id }) =>
            pipe(
              attempt(retrieval(String(id))),
              TE.map((refund) => O.some(E.right(refund))),
            ),
        ),
      ),
    );

  return {
    createRefund: (refund, options) =>
      change(
        {
          name: 'createRefund',
          send: (by, format) =>
            api.create(withKeyMetadata(refund, keyToCarry(format, options)), by),
          reply: Refund,
        },
        options,
        lookUp,
      ),
    retrieveRefund: ({ refund }) => read(retrieval(refund)),
    listRefunds: (page) =>
      read({ name: 'listRefunds', send: (by) => api.list(page, by), reply: List(Refund) }),
  };
};
