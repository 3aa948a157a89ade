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
import { SetupIntent } from '../../../domain/setup-intent.js';
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
import { setupIntentRetrieval } from './setup-intents.js';

const limit = 100;

type Settings = {
  /** How long the whole look-up may take, from now on. */
  readonly totalTimeoutMs: number;
  readonly retries: RetryPolicy;
};

/** The reads of one look-up. Each is limited to the remaining time; when no time is left, no pause and no read begins. */
export const createLookUpReads = (
  stripe: Stripe,
  attempt: AttemptCall,
  clock: Clock,
  { totalTimeoutMs, retries: { maxRetries, retryDelayMs } }: Settings,
): OutcomeReads => {
  const end = performance.now() + totalTimeoutMs;
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
            cause: new Error(`${call.name}: the look-up timed out before this read`),
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
        send: (request) =>
          stripe.paymentIntents.list({ ...page, limit, expand: ['data.latest_charge'] }, request),
        reply: List(PaymentIntentReply),
      }),
    listCharges: (page) =>
      read({
        name: 'listCharges',
        send: (request) => stripe.charges.list({ ...page, limit }, request),
        reply: List(TriedCharge),
      }),
    retrieveSetupIntent: (id) => read(setupIntentRetrieval(stripe, id)),
    listSetupIntents: (page) =>
      read({
        name: 'listSetupIntents',
        send: (request) => stripe.setupIntents.list({ ...page, limit }, request),
        reply: List(SetupIntent),
      }),
    retrieveRefund: (id) =>
      read({
        name: 'retrieveRefund',
        send: (request) => stripe.refunds.retrieve(id, {}, request),
        reply: Refund,
      }),
    listRefunds: (page) =>
      read({
        name: 'listRefunds',
        send: (request) => stripe.refunds.list({ ...page, limit }, request),
        reply: List(Refund),
      }),
    retrieveCustomer: (id) =>
      read({
        name: 'retrieveCustomer',
        send: (request) => stripe.customers.retrieve(id, {}, request),
        reply: t.union([DeletedCustomer, Customer]),
      }),
    listCustomers: (page) =>
      read({
        name: 'listCustomers',
        send: (request) => stripe.customers.list({ ...page, limit }, request),
        reply: List(Customer),
      }),
    retrieveToken: (id) =>
      read({
        name: 'retrieveToken',
        send: (request) => stripe.tokens.retrieve(id, {}, request),
        reply: CardToken,
      }),
    retrievePaymentMethod: (id) =>
      read({
        name: 'retrievePaymentMethod',
        send: (request) => stripe.paymentMethods.retrieve(id, {}, request),
        reply: CardPaymentMethod,
      }),
    retrieveCard: (customer, card) =>
      read({
        name: 'retrieveCard',
        send: (request) => stripe.customers.retrieveSource(customer, card, {}, request),
        reply: Card,
      }),
    listEvents: ({ types, ...page }) =>
      read({
        name: 'listEvents',
        send: (request) => stripe.events.list({ ...page, types: [...types], limit }, request),
        reply: List(CausedEvent),
      }),
  };
};
