import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../application/ports/clock.js';
import { Card, CardToken } from '../../../domain/card.js';
import { Customer, DeletedCustomer } from '../../../domain/customer.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import {
  CausedEvent,
  type OutcomeReads,
  type Read,
  TriedCharge,
} from '../look-ups/outcome-reads.js';
import { CardPaymentMethod } from '../stripe-objects/card-payment-method.js';
import type { AttemptCall, StripeCall } from './attempt.js';
import type { AttemptFailure } from './errors.js';
import { intentRetrieval, PaymentIntentReply } from './payment-intents.js';
import { type RetryPolicy, retryPauseMs } from './retry-policy.js';

const limit = 100;

type Settings = {
  /** How many milliseconds the look-up may take in all. */
  readonly boundMs: number;
  /** How often a read is tried again when its answer was lost. */
  readonly retries: RetryPolicy;
};

/**
 * What a look-up reads of Stripe from now on. Each read gets what is left of the time, and neither a pause nor a read begins
 * when nothing is left.
 */
export const createLookUpReads = (
  stripe: Stripe,
  attempt: AttemptCall,
  clock: Clock,
  { boundMs, retries: { maxRetries, retryDelayMs } }: Settings,
): OutcomeReads => {
  const end = performance.now() + boundMs;
  const leftMs = (): number => Math.floor(end - performance.now());

  const read = <A>(call: StripeCall<A>, retry = 0): Read<A> =>
    pipe(
      TE.fromIO(leftMs),
      TE.filterOrElse(
        (timeoutMs) => timeoutMs > 0,
        (): AttemptFailure => ({
          error: {
            _tag: 'ProcessorUnavailable',
            outcome: 'not_done',
            cause: new Error(`${call.name}: the time for looking up is over`),
          },
          meaning: 'turned_away',
          again: false,
        }),
      ),
      TE.flatMap((timeoutMs) => attempt(call, { changes: false, timeoutMs })),
      TE.orElse(({ error, again }) => {
        const delay = retryPauseMs(retryDelayMs, retry + 1, Math.random());
        return again && retry < maxRetries && delay < leftMs()
          ? T.delay(delay)(read(call, retry + 1))
          : TE.left(error);
      }),
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
