import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../application/ports/clock.js';
import { List } from '../../../domain/input/list.js';
import { Card, CardToken } from '../../../domain/objects/card.js';
import { CheckoutSession } from '../../../domain/objects/checkout-session.js';
import { Customer } from '../../../domain/objects/customer.js';
import { Refund } from '../../../domain/objects/refund.js';
import {
  CausedEvent,
  type OutcomeReads,
  type Read,
  TriedCharge,
  UsedToken,
} from '../look-ups/outcome-reads.js';
import type { AttemptCall, StripeCall } from './attempt.js';
import { readingWith } from './call-table.js';
import { paymentMethodRetrieval } from './cards.js';
import { checkoutRetrieval } from './checkout-sessions.js';
import { customerRetrieval } from './customers.js';
import { disputeRetrieval } from './disputes.js';
import type { AttemptFailure } from './errors.js';
import { intentPage, intentRetrieval, PaymentIntentsReply } from './payment-intents.js';
import { getRequest, pathTo } from './request.js';
import { type RetryPolicy, retryPauseMs } from './retry-policy.js';
import { SetupIntentReply, setupIntentRetrieval } from './setup-intents.js';

const limit = 100;

// https://docs.stripe.com/api/events: events are kept for 30 days.
const eventSeconds = 30 * 24 * 60 * 60;

type Settings = {
  /** How long the whole look-up may take, from now on. */
  readonly totalTimeoutMs: number;
  readonly retries: RetryPolicy;
};

/** The reads of one look-up. Each is limited to the remaining time; when no time is left, no pause and no read begins. */
export const createLookUpReads = (
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
  const reading = readingWith(read);
  return {
    now: clock,
    retrieveIntent: (id) => read(intentRetrieval(id)),
    listIntents: reading('listPaymentIntents', PaymentIntentsReply, (page) =>
      intentPage({ ...page, limit }),
    ),
    listCharges: reading('listCharges', List(TriedCharge), (page) =>
      getRequest<Stripe.ChargeListParams>('/v1/charges', { ...page, limit }),
    ),
    retrieveSetupIntent: (id) => read(setupIntentRetrieval(id)),
    listSetupIntents: reading('listSetupIntents', List(SetupIntentReply), (page) =>
      getRequest<Stripe.SetupIntentListParams>('/v1/setup_intents', { ...page, limit }),
    ),
    retrieveCheckoutSession: (id) => read(checkoutRetrieval(id)),
    listCheckoutSessions: reading('listCheckoutSessions', List(CheckoutSession), (page) =>
      getRequest<Stripe.Checkout.SessionListParams>('/v1/checkout/sessions', { ...page, limit }),
    ),
    retrieveRefund: reading('retrieveRefund', Refund, (id) =>
      getRequest(pathTo`/v1/refunds/${id}`),
    ),
    listRefunds: reading('listRefunds', List(Refund), (page) =>
      getRequest<Stripe.RefundListParams>('/v1/refunds', { ...page, limit }),
    ),
    retrieveDispute: (id) => read(disputeRetrieval(id)),
    retrieveCustomer: (id) => read(customerRetrieval(id)),
    listCustomers: reading('listCustomers', List(Customer), (page) =>
      getRequest<Stripe.CustomerListParams>('/v1/customers', { ...page, limit }),
    ),
    retrieveConfirmationToken: reading('retrieveConfirmationToken', UsedToken, (id) =>
      getRequest(pathTo`/v1/confirmation_tokens/${id}`),
    ),
    retrieveToken: reading('retrieveToken', CardToken, (id) =>
      getRequest(pathTo`/v1/tokens/${id}`),
    ),
    retrievePaymentMethod: (id) => read(paymentMethodRetrieval(id)),
    retrieveCard: reading('retrieveCard', Card, (customer, card) =>
      getRequest(pathTo`/v1/customers/${customer}/sources/${card}`),
    ),
    eventsKeptFrom: () => clock() - eventSeconds,
    listEvents: reading('listEvents', List(CausedEvent), ({ types, ...page }) =>
      getRequest<Stripe.EventListParams>('/v1/events', { ...page, types: [...types], limit }),
    ),
  };
};
