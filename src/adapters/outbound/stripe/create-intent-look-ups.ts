import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type { PaymentIntentId } from '../../../domain/ids.js';
import type { Cents } from '../../../domain/money.js';
import type { PaymentIntent } from '../../../domain/payment-intent.js';
import type { Attempt } from './create-attempt.js';
import type { FindEvent } from './create-find-event.js';
import { declineOf } from './decline-of.js';
import { intentRetrieval } from './intent-retrieval.js';
import type { LookUp, Settlement } from './settlement.js';

type IntentLookUp = LookUp<PaymentIntent>;

/** Finds out what became of changes of intents that nobody answered. */
export type IntentLookUps = {
  readonly creation: (confirm: boolean) => (idempotencyKey: string) => IntentLookUp;
  readonly confirmation: (intent: PaymentIntentId) => (idempotencyKey: string) => IntentLookUp;
  readonly capture: (intent: PaymentIntentId, amount: Cents | undefined) => () => IntentLookUp;
  readonly cancellation: (intent: PaymentIntentId) => () => IntentLookUp;
};

const confirmedStatuses = new Set([
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
]);

const confirmed = (intent: PaymentIntent): Settlement<PaymentIntent> =>
  confirmedStatuses.has(intent.status) ? O.some(E.right(intent)) : O.none;

const declined = (intent: unknown): Settlement<PaymentIntent> =>
  pipe(declineOf(intent), O.map(E.left));

const hasFailed = ({ status }: PaymentIntent): boolean => status === 'requires_payment_method';

export const createIntentLookUps = (
  stripe: Stripe,
  attempt: Attempt,
  findEvent: FindEvent,
): IntentLookUps => {
  const retrieve = (id: string) => attempt(intentRetrieval(stripe, id));

  return {
    // Only the request that made an intent could confirm it so early: its decline is that request's.
    creation: (confirm) => (idempotencyKey) =>
      pipe(
        findEvent('payment_intent.created', idempotencyKey),
        TE.flatMap(
          O.match(
            () => TE.right(O.none),
            ({ id }) =>
              pipe(
                retrieve(String(id)),
                TE.map((intent): Settlement<PaymentIntent> => {
                  if (!confirm) return O.some(E.right(intent));
                  return hasFailed(intent) ? declined(intent) : confirmed(intent);
                }),
              ),
          ),
        ),
      ),
    // An intent may keep the decline of an earlier confirmation: the events say whose it was.
    confirmation: (id) => (idempotencyKey) =>
      pipe(
        retrieve(id),
        TE.flatMap((intent) =>
          hasFailed(intent)
            ? pipe(
                findEvent('payment_intent.payment_failed', idempotencyKey),
                TE.map(O.filter((failed) => failed['id'] === id)),
                TE.map(O.flatMap(declined)),
              )
            : TE.right(confirmed(intent)),
        ),
      ),
    // An intent is captured once: what it has received is this call's amount, or another's.
    capture: (id, amount) => () =>
      pipe(
        retrieve(id),
        TE.map((intent) =>
          intent.status === 'succeeded' && intent.amount_received === (amount ?? intent.amount)
            ? O.some(E.right(intent))
            : O.none,
        ),
      ),
    cancellation: (id) => () =>
      pipe(
        retrieve(id),
        TE.map((intent) => (intent.status === 'canceled' ? O.some(E.right(intent)) : O.none)),
      ),
  };
};
