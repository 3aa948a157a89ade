import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  ConfirmationDetails,
  Evidence,
  NewPaymentIntent,
} from '../../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../../domain/ids.js';
import type { Cents } from '../../../domain/money.js';
import type { CardError } from '../../../domain/payment-error.js';
import { PaymentIntent } from '../../../domain/payment-intent.js';
import { nullable } from '../../../domain/primitives.js';
import { searched } from '../../../domain/search-outcome.js';
import { chargesOf } from '../stripe-objects/intent-charges.js';
import type { CausedEvent, OutcomeReads, Read, TriedCharge } from './outcome-reads.js';
import {
  creationOf,
  eventCausedBy,
  keyOfOther,
  mayBeConfirming,
  type SentChange,
} from './sent-change.js';

const Instrument = nullable(t.partial({ id: t.string }));

const Declined = t.type({
  id: t.string,
  last_payment_error: t.intersection([
    t.type({ type: t.literal('card_error'), message: t.string }),
    t.partial({
      code: nullable(t.string),
      decline_code: nullable(t.string),
      param: nullable(t.string),
      charge: nullable(t.string),
      payment_method: Instrument,
      source: Instrument,
    }),
  ]),
});

/** A decline, and the id of the declined card if known. */
type Decline = { readonly error: CardError; readonly card: string | undefined };

/** The decline that is stored in an intent. */
const declineOf = (intent: unknown): O.Option<Decline> =>
  pipe(
    O.fromEither(Declined.decode(intent)),
    O.map(({ id, last_payment_error: error }) => ({
      error: {
        _tag: 'CardError',
        message: error.message,
        code: error.code ?? null,
        declineCode: error.decline_code ?? null,
        param: error.param ?? null,
        charge: error.charge ?? null,
        paymentIntent: id,
      },
      card: error.payment_method?.id ?? error.source?.id,
    })),
  );

/** The decline of a failed charge. */
const declineOfCharge = (intent: string, charge: TriedCharge): CardError => {
  const code = charge.failure_code ?? null;
  const reason = charge.outcome?.reason ?? null;
  return {
    _tag: 'CardError',
    message: charge.failure_message ?? 'The processor gave no reason',
    code,
    // For some codes Stripe returns the code itself as the reason.
    declineCode: reason === code ? null : reason,
    param: null,
    charge: charge.id,
    paymentIntent: intent,
  };
};

type IntentEvidence = Evidence<PaymentIntent>;

const asItIs = (intent: PaymentIntent): IntentEvidence => searched.found(E.right(intent));

const declinedIn = (intent: unknown): IntentEvidence =>
  pipe(
    declineOf(intent),
    O.match(
      () => searched.uncertain,
      ({ error }) => searched.found(E.left(error)),
    ),
  );

const failed = 'payment_intent.payment_failed';

// The events of a confirmation's possible outcomes.
const confirmedTypes = [
  failed,
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
];

const confirmedStatuses = new Set([
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
]);

const fits = (intent: PaymentIntent, asked: NewPaymentIntent): boolean =>
  intent.amount === asked.amount &&
  intent.currency === asked.currency &&
  intent.customer === asked.customer;

/**
 * The outcome of a call that created and confirmed an intent which is declined now. The decline may be of another card that was
 * tried since: the call's own decline is found by its event, otherwise by its card. If the call had another outcome, such as a
 * challenge that failed later, this returns the current intent.
 */
const declinedCreation =
  (reads: OutcomeReads, { payment_method: asked }: NewPaymentIntent, sent: SentChange) =>
  (intent: PaymentIntent): Read<IntentEvidence> => {
    const kept = declineOf(intent);
    const byCard: Read<IntentEvidence> =
      O.isSome(kept) && kept.value.card === asked
        ? TE.right(searched.found(E.left(kept.value.error)))
        : pipe(
            reads.listCharges({ payment_intent: intent.id }),
            TE.map(({ data }) => {
              const first = data.findLast(
                ({ status, payment_method }) => status === 'failed' && payment_method === asked,
              );
              return first === undefined
                ? asItIs(intent)
                : searched.found(E.left(declineOfCharge(intent.id, first)));
            }),
          );
    return pipe(
      eventCausedBy(reads, confirmedTypes, sent, intent.id),
      TE.flatMap((event) => {
        if (event._tag !== 'Found') return byCard;
        const { type, data } = event.value;
        const told = type === failed ? declinedIn(data.object) : searched.uncertain;
        return TE.right(told._tag === 'Found' ? told : asItIs(intent));
      }),
    );
  };

const created =
  (reads: OutcomeReads) =>
  (asked: NewPaymentIntent, sent: SentChange): Read<IntentEvidence> =>
    pipe(
      creationOf(reads, sent, {
        list: (page) => reads.listIntents({ ...page, customer: asked.customer }),
        event: 'payment_intent.created',
        retrieve: reads.retrieveIntent,
      }),
      TE.flatMap((found): Read<IntentEvidence> => {
        if (found._tag !== 'Found') return TE.right(found);
        const intent = found.value;
        if (!fits(intent, asked)) return TE.right(searched.found(E.left(keyOfOther(sent))));
        if (!asked.confirm) return TE.right(asItIs(intent));
        if (intent.status === 'requires_payment_method') {
          return declinedCreation(reads, asked, sent)(intent);
        }
        return TE.right(mayBeConfirming(reads, intent) ? searched.uncertain : asItIs(intent));
      }),
    );

// The intent as it was at the time of an event: it has another card now.
const intentAtEvent = (
  { listCharges }: OutcomeReads,
  { data: { object } }: CausedEvent,
): Read<IntentEvidence> =>
  pipe(
    listCharges({ payment_intent: String(object['id']) }),
    TE.map(({ data }) => {
      const latest = data.find(({ id }) => id === object['latest_charge']) ?? null;
      const charges = chargesOf(String(object['id']), latest);
      return pipe(
        O.fromEither(PaymentIntent.decode({ ...object, charges })),
        O.match(() => searched.uncertain, asItIs),
      );
    }),
  );

type Confirmation = { readonly payment_intent: PaymentIntentId } & ConfirmationDetails;

// An intent is charged once, and names the card.
const isOwn = (intent: PaymentIntent, asked: Confirmation['payment_method']): boolean =>
  asked === undefined
    ? intent.status === 'succeeded'
    : intent.payment_method === asked && confirmedStatuses.has(intent.status);

const confirmed =
  (reads: OutcomeReads) =>
  ({ payment_intent, payment_method }: Confirmation, sent: SentChange): Read<IntentEvidence> =>
    pipe(
      reads.retrieveIntent(payment_intent),
      TE.flatMap((intent) =>
        isOwn(intent, payment_method)
          ? TE.right(asItIs(intent))
          : pipe(
              eventCausedBy(reads, confirmedTypes, sent, payment_intent),
              TE.flatMap((event): Read<IntentEvidence> => {
                if (event._tag !== 'Found') return TE.right(event);
                const { type, data } = event.value;
                if (type === failed) return TE.right(declinedIn(data.object));
                return data.object['payment_method'] === intent.payment_method
                  ? TE.right(asItIs(intent))
                  : intentAtEvent(reads, event.value);
              }),
            ),
      ),
    );

// An intent is captured once: the received amount shows whether this call or another captured it.
const captured =
  ({ retrieveIntent }: OutcomeReads) =>
  ({
    payment_intent,
    amount_to_capture: asked,
  }: {
    readonly payment_intent: PaymentIntentId;
    readonly amount_to_capture?: Cents;
  }): Read<IntentEvidence> =>
    pipe(
      retrieveIntent(payment_intent),
      TE.map((intent) =>
        intent.status === 'succeeded' && intent.amount_received === (asked ?? intent.amount)
          ? asItIs(intent)
          : searched.absent,
      ),
    );

const canceled =
  ({ retrieveIntent }: OutcomeReads) =>
  ({ payment_intent }: { readonly payment_intent: PaymentIntentId }): Read<IntentEvidence> =>
    pipe(
      retrieveIntent(payment_intent),
      TE.map((intent) => (intent.status === 'canceled' ? asItIs(intent) : searched.absent)),
    );

/** Evidence that an intent was created, confirmed, captured or canceled by a call, and with what outcome. */
export const paymentIntentEvidence = { created, confirmed, captured, canceled };
