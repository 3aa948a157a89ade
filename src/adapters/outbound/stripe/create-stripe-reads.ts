import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../application/ports/clock.js';
import { Card } from '../../../domain/card.js';
import { CardToken } from '../../../domain/card-token.js';
import { Customer, DeletedCustomer } from '../../../domain/customer.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import { CardPaymentMethod } from '../card-of-payment-method.js';
import { CausedEvent, type OutcomeReads, TriedCharge } from '../look-ups/outcome-reads.js';
import type { Attempt } from './create-attempt.js';
import { intentRetrieval } from './intent-retrieval.js';
import { PaymentIntentReply } from './payment-intent-reply.js';
import type { StripeCall } from './stripe-call.js';

const limit = 100;

/**
 * What look-ups read of Stripe from now on, for `boundMs` milliseconds in all: each read gets what is left of them, and when
 * nothing is left, none is made.
 */
export const createStripeReads = (
  stripe: Stripe,
  attempt: Attempt,
  clock: Clock,
  boundMs: number,
): OutcomeReads => {
  const end = performance.now() + boundMs;
  const read = <A>(call: StripeCall<A>) =>
    pipe(
      TE.fromIO(() => Math.floor(end - performance.now())),
      TE.filterOrElseW(
        (timeoutMs) => timeoutMs > 0,
        () => ({
          error: {
            _tag: 'ProcessorUnavailable' as const,
            outcome: 'not_done' as const,
            cause: new Error(`${call.name}: the time for looking up is over`),
          },
        }),
      ),
      TE.flatMap((timeoutMs) => attempt(call, { changes: false, timeoutMs })),
      TE.mapLeft(({ error }) => error),
    );
  return {
    now: clock,
    retrieveIntent: (id) => read(intentRetrieval(stripe, id)),
    listIntents: (page) =>
      read({
        name: 'listPaymentIntents',
        send: (by) =>
          stripe.paymentIntents.list({ ...page, limit, expand: ['data.latest_charge'] }, by),
        reply: List(PaymentIntentReply),
      }),
    listCharges: (page) =>
      read({
        name: 'listCharges',
        send: (by) => stripe.charges.list({ ...page, limit }, by),
        reply: List(TriedCharge),
      }),
    retrieveRefund: (id) =>
      read({
        name: 'retrieveRefund',
        send: (by) => stripe.refunds.retrieve(id, {}, by),
        reply: Refund,
      }),
    listRefunds: (page) =>
      read({
        name: 'listRefunds',
        send: (by) => stripe.refunds.list({ ...page, limit }, by),
        reply: List(Refund),
      }),
    retrieveCustomer: (id) =>
      read({
        name: 'retrieveCustomer',
        send: (by) => stripe.customers.retrieve(id, {}, by),
        reply: t.union([DeletedCustomer, Customer]),
      }),
    listCustomers: (page) =>
      read({
        name: 'listCustomers',
        send: (by) => stripe.customers.list({ ...page, limit }, by),
        reply: List(Customer),
      }),
    retrieveToken: (id) =>
      read({
        name: 'retrieveToken',
        send: (by) => stripe.tokens.retrieve(id, {}, by),
        reply: CardToken,
      }),
    retrievePaymentMethod: (id) =>
      read({
        name: 'retrievePaymentMethod',
        send: (by) => stripe.paymentMethods.retrieve(id, {}, by),
        reply: CardPaymentMethod,
      }),
    retrieveCard: (customer, card) =>
      read({
        name: 'retrieveCard',
        send: (by) => stripe.customers.retrieveSource(customer, card, {}, by),
        reply: Card,
      }),
    listEvents: ({ types, ...page }) =>
      read({
        name: 'listEvents',
        send: (by) => stripe.events.list({ ...page, types: [...types], limit }, by),
        reply: List(CausedEvent),
      }),
  };
};
