import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  ConfirmationDetails,
  Evidence,
  NewSetupIntent,
} from '../../../application/ports/payment-processor.js';
import type { SetupIntentId } from '../../../domain/ids.js';
import type { CardError } from '../../../domain/payment-error.js';
import { nullable } from '../../../domain/primitives.js';
import { searched } from '../../../domain/search-outcome.js';
import { SetupIntent } from '../../../domain/setup-intent.js';
import type { CausedEvent, OutcomeReads, Read } from './outcome-reads.js';
import {
  creationOf,
  eventCausedBy,
  keyOfOther,
  mayBeConfirming,
  type SentChange,
} from './sent-change.js';

const Declined = t.type({
  id: t.string,
  last_setup_error: t.intersection([
    t.type({ type: t.literal('card_error'), message: t.string }),
    t.partial({
      code: nullable(t.string),
      decline_code: nullable(t.string),
      param: nullable(t.string),
      payment_method: nullable(t.partial({ id: t.string })),
    }),
  ]),
});

/** A decline, and the id of the declined card if known. */
type Decline = { readonly error: CardError; readonly card: string | undefined };

/** The decline that is stored in a setup intent. */
const declineOf = (intent: unknown): O.Option<Decline> =>
  pipe(
    O.fromEither(Declined.decode(intent)),
    O.map(({ id, last_setup_error: error }) => ({
      error: {
        _tag: 'CardError',
        message: error.message,
        code: error.code ?? null,
        declineCode: error.decline_code ?? null,
        param: error.param ?? null,
        charge: null,
        paymentIntent: null,
        setupIntent: id,
      },
      card: error.payment_method?.id,
    })),
  );

type SetupEvidence = Evidence<SetupIntent>;

const asItIs = (intent: SetupIntent): SetupEvidence => searched.found(E.right(intent));

const declined = ({ error }: Decline): SetupEvidence => searched.found(E.left(error));

const failed = 'setup_intent.setup_failed';

// The events of a confirmation's possible outcomes.
const confirmedTypes = [failed, 'setup_intent.requires_action', 'setup_intent.succeeded'];

const confirmedStatuses = new Set(['requires_action', 'processing', 'succeeded']);

// The outcome as an event tells it. After a challenge or another confirmation, the intent has a later state: with the same card,
// that is the result of this call too.
const outcomeIn = ({ type, data: { object } }: CausedEvent, now: SetupIntent): SetupEvidence => {
  if (type === failed) {
    return pipe(
      declineOf(object),
      O.match(() => searched.uncertain, declined),
    );
  }
  return object['payment_method'] === now.payment_method
    ? asItIs(now)
    : pipe(
        O.fromEither(SetupIntent.decode(object)),
        O.match(() => searched.uncertain, asItIs),
      );
};

const byEvent = (reads: OutcomeReads, sent: SentChange, now: SetupIntent): Read<SetupEvidence> =>
  pipe(
    eventCausedBy(reads, confirmedTypes, sent, now.id),
    TE.map((event) => (event._tag === 'Found' ? outcomeIn(event.value, now) : event)),
  );

/**
 * The outcome of a call that created and confirmed a setup intent which needs another card now: the call's own decline, by its
 * event or its card. If the call had another outcome, such as a challenge that failed later, this returns the current intent.
 */
const declinedCreation =
  (reads: OutcomeReads, { payment_method: asked }: NewSetupIntent, sent: SentChange) =>
  (intent: SetupIntent): Read<SetupEvidence> =>
    pipe(
      eventCausedBy(reads, confirmedTypes, sent, intent.id),
      TE.map((event) => {
        if (event._tag === 'Found') {
          const { type, data } = event.value;
          return type === failed ? declineOf(data.object) : O.none;
        }
        return pipe(
          declineOf(intent),
          O.filter(({ card }) => card === asked),
        );
      }),
      TE.map(O.match(() => asItIs(intent), declined)),
    );

const created =
  (reads: OutcomeReads) =>
  (asked: NewSetupIntent, sent: SentChange): Read<SetupEvidence> =>
    pipe(
      creationOf(reads, sent, {
        list: (page) => reads.listSetupIntents({ ...page, customer: asked.customer }),
        event: 'setup_intent.created',
        retrieve: reads.retrieveSetupIntent,
      }),
      TE.flatMap((found): Read<SetupEvidence> => {
        if (found._tag !== 'Found') return TE.right(found);
        const intent = found.value;
        if (intent.customer !== asked.customer) {
          return TE.right(searched.found(E.left(keyOfOther(sent))));
        }
        if (!asked.confirm) return TE.right(asItIs(intent));
        if (intent.status === 'requires_payment_method') {
          return declinedCreation(reads, asked, sent)(intent);
        }
        return TE.right(mayBeConfirming(reads, intent) ? searched.uncertain : asItIs(intent));
      }),
    );

type Confirmation = { readonly setup_intent: SetupIntentId } & ConfirmationDetails;

// A setup intent succeeds once, and names the card.
const isOwn = (intent: SetupIntent, asked: Confirmation['payment_method']): boolean =>
  asked === undefined
    ? intent.status === 'succeeded'
    : intent.payment_method === asked && confirmedStatuses.has(intent.status);

const confirmed =
  (reads: OutcomeReads) =>
  ({ setup_intent, payment_method }: Confirmation, sent: SentChange): Read<SetupEvidence> =>
    pipe(
      reads.retrieveSetupIntent(setup_intent),
      TE.flatMap((intent) =>
        isOwn(intent, payment_method) ? TE.right(asItIs(intent)) : byEvent(reads, sent, intent),
      ),
    );

const canceled =
  ({ retrieveSetupIntent }: OutcomeReads) =>
  ({ setup_intent }: { readonly setup_intent: SetupIntentId }): Read<SetupEvidence> =>
    pipe(
      retrieveSetupIntent(setup_intent),
      TE.map((intent) => (intent.status === 'canceled' ? asItIs(intent) : searched.absent)),
    );

/** Evidence that a setup intent was created, confirmed or canceled by a call, and with what outcome. */
export const setupIntentEvidence = { created, confirmed, canceled };
