import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  Evidence,
  NewPaymentIntent,
  PaymentIntentChange,
} from '../../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../../domain/ids.js';
import type { MinorUnits } from '../../../domain/money/money.js';
import { PaymentIntent } from '../../../domain/objects/payment-intent.js';
import type { CardError } from '../../../domain/payment-error.js';
import { searched } from '../../../domain/search-outcome.js';
import { chargesOf } from '../stripe-objects/intent-charges.js';
import { hasField, valueAt } from './has-field.js';
import { asItIs, intentEvidence, StoredDecline, storedDeclineOf } from './intent-evidence.js';
import type { OutcomeReads, Read, TriedCharge } from './outcome-reads.js';

const Declined = t.type({ id: t.string, last_payment_error: StoredDecline });

/** The decline of a failed charge. */
const declineOfCharge = (intent: string, charge: TriedCharge): CardError => {
  const code = charge.failure_code ?? null;
  const reason = charge.outcome?.reason ?? null;
  return {
    _tag: 'CardError',
    message: charge.failure_message ?? 'The processor gave no reason',
    code,
    // For some codes Stripe returns the code itself as the reason.
    decline_code: reason === code ? null : reason,
    param: null,
    charge: charge.id,
    payment_intent: intent,
  };
};

const evidence = intentEvidence<'payment_intent', PaymentIntent, NewPaymentIntent>((reads) => ({
  object: 'payment_intent',
  failed: 'payment_intent.payment_failed',
  confirmed: [
    'payment_intent.requires_action',
    'payment_intent.processing',
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
  ],
  list: reads.listIntents,
  retrieve: reads.retrieveIntent,
  fits: (intent, asked) =>
    intent.amount === asked.amount &&
    intent.currency === asked.currency &&
    (intent.customer ?? undefined) === asked.customer,
  declineIn: (intent) =>
    pipe(
      O.fromEither(Declined.decode(intent)),
      O.map(({ id, last_payment_error }) =>
        storedDeclineOf(last_payment_error, { payment_intent: id }),
      ),
    ),
  formerDecline: ({ id }, card) =>
    pipe(
      reads.listCharges({ payment_intent: id }),
      TE.map(({ data }) =>
        pipe(
          O.fromNullable(
            data.findLast(
              ({ status, payment_method }) => status === 'failed' && payment_method === card,
            ),
          ),
          O.map((charge) => ({ error: declineOfCharge(id, charge) })),
        ),
      ),
    ),
  atEvent: (object) =>
    pipe(
      reads.listCharges({ payment_intent: String(object['id']) }),
      TE.map(({ data }) => {
        const latest = data.find(({ id }) => id === object['latest_charge']) ?? null;
        const charges = chargesOf(String(object['id']), latest);
        return PaymentIntent.decode({ ...object, charges });
      }),
    ),
}));

// An intent is captured once: the received amount shows whether this call or another captured it.
const captured =
  ({ retrieveIntent }: OutcomeReads) =>
  ({
    payment_intent,
    amount_to_capture: asked,
  }: {
    readonly payment_intent: PaymentIntentId;
    readonly amount_to_capture?: MinorUnits;
  }): Read<Evidence<PaymentIntent>> =>
    pipe(
      retrieveIntent(payment_intent),
      TE.map((intent) =>
        intent.status === 'succeeded' && intent.amount_received === (asked ?? intent.amount)
          ? asItIs(intent)
          : searched.absent,
      ),
    );

const isSameSet = (one: unknown, other: ReadonlyArray<string>): boolean =>
  Array.isArray(one) && one.length === other.length && other.every((item) => one.includes(item));

// Of the allowed types, those that the account has not enabled are not among the types.
const takes = (intent: PaymentIntent, types: ReadonlyArray<string>): boolean =>
  isSameSet(valueAt(intent, 'allowed_payment_method_types') ?? intent.payment_method_types, types);

// An intent with other values may have been updated again since.
const updated =
  ({ retrieveIntent }: OutcomeReads) =>
  ({
    payment_intent,
    payment_methods,
    ...fields
  }: PaymentIntentChange): Read<Evidence<PaymentIntent>> => {
    const asked = Object.entries(fields);
    if (asked.length === 0 && payment_methods === undefined) return TE.right(searched.uncertain);
    return pipe(
      retrieveIntent(payment_intent),
      TE.map((intent) =>
        asked.every(([field, value]) => hasField(intent, field, value)) &&
        (payment_methods === undefined || takes(intent, payment_methods))
          ? asItIs(intent)
          : searched.uncertain,
      ),
    );
  };

/** Evidence that an intent was created, updated, confirmed, captured or canceled by a call, and with what outcome. */
export const paymentIntentEvidence = { ...evidence, captured, updated };
