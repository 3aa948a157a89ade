import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  ConfirmationDetails,
  Evidence,
} from '../../../application/ports/payment-processor.js';
import type { List } from '../../../domain/input/list.js';
import { nullable } from '../../../domain/input/primitives.js';
import type { CardError } from '../../../domain/payment-error.js';
import { searched } from '../../../domain/search-outcome.js';
import { isMissing } from '../stripe-objects/missing-object.js';
import type { After, CausedEvent, Created, OutcomeReads, Read } from './outcome-reads.js';
import { creationOf, eventCausedBy, keyOfOther, type SentChange } from './sent-change.js';

const Instrument = nullable(t.partial({ id: t.string }));

/** A decline that is stored in an intent. */
export const StoredDecline = t.intersection([
  t.type({ type: t.literal('card_error'), message: t.string }),
  t.partial({
    code: nullable(t.string),
    decline_code: nullable(t.string),
    param: nullable(t.string),
    charge: nullable(t.string),
    payment_method: Instrument,
    source: Instrument,
  }),
]);

/** A decline, and the id of the declined card if known. */
type Decline = { readonly error: CardError; readonly card: string | undefined };

/** The decline that an intent stores. `intent`: the ids that name the intent. */
export const storedDeclineOf = (
  {
    message,
    code,
    decline_code,
    param,
    charge,
    payment_method,
    source,
  }: t.TypeOf<typeof StoredDecline>,
  intent: Pick<CardError, 'payment_intent' | 'setup_intent'>,
): Decline => ({
  error: {
    _tag: 'CardError',
    message,
    code: code ?? null,
    decline_code: decline_code ?? null,
    param: param ?? null,
    charge: charge ?? null,
    ...intent,
  },
  card: payment_method?.id ?? source?.id,
});

/** The fields that payment and setup intents share. */
type Intent = {
  readonly id: string;
  readonly status: string;
  readonly created: number;
  readonly payment_method?: string | null;
};

type IntentName = 'payment_intent' | 'setup_intent';

type NewIntent = {
  readonly customer?: string;
  readonly payment_method?: string;
  readonly confirmation_token?: string;
  readonly confirm: boolean;
};

/** The differences between the look-ups of payment and of setup intents. */
type IntentKind<N extends IntentName, I, A> = {
  /** The name of the object, in events and inputs. */
  readonly object: N;
  /** The type of the event of a decline. */
  readonly failed: string;
  /** The types of the events of a confirmation's other outcomes. */
  readonly confirmed: ReadonlyArray<string>;
  readonly list: (
    page: After & { readonly customer?: string; readonly created: Created },
  ) => Read<List<I>>;
  readonly retrieve: (id: string) => Read<I>;
  readonly fits: (intent: I, asked: A) => boolean;
  /** The decline in an intent, or in the object of an event. */
  readonly declineIn: (intent: unknown) => O.Option<Decline>;
  /** The decline of a card that the intent does not name any more. */
  readonly formerDecline: (
    intent: I,
    card: string | undefined,
  ) => Read<O.Option<Pick<Decline, 'error'>>>;
  /** The intent as it was at the time of an event: it has another card now. */
  readonly atEvent: (object: CausedEvent['data']['object']) => Read<E.Either<unknown, I>>;
};

/** Evidence of an intent in its current state. */
export const asItIs = <I>(intent: I): Evidence<I> => searched.found(E.right(intent));

const declined = ({ error }: Pick<Decline, 'error'>): Evidence<never> =>
  searched.found(E.left(error));

const confirmedStatuses = new Set([
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
]);

// An intent succeeds once, and names the card.
const isConfirmedWith = (intent: Intent, card: ConfirmationDetails['payment_method']): boolean =>
  card === undefined
    ? intent.status === 'succeeded'
    : intent.payment_method === card && confirmedStatuses.has(intent.status);

// For this long after creating an intent, its request may still be running.
const runningSeconds = 5 * 60;

const evidenceWith = <N extends IntentName, I extends Intent, A extends NewIntent>(
  reads: OutcomeReads,
  kind: IntentKind<N, I, A>,
) => {
  const confirmedTypes = [kind.failed, ...kind.confirmed];

  const idIn = (input: Readonly<Record<N, string>>): string => input[kind.object];

  const mayBeConfirming = ({ status, created }: I): boolean =>
    status === 'requires_confirmation' && created > reads.now() - runningSeconds;

  /**
   * The outcome of a call that created and confirmed an intent which needs another card now. The decline may be of another card that
   * was tried since: the call's own decline is found by its event, otherwise by its card. If the call had another outcome, such as
   * a challenge that failed later, this returns the current intent. The card of a confirmation token is not known.
   */
  const declinedCreation = (
    intent: I,
    { payment_method: card, confirmation_token }: Pick<A, 'payment_method' | 'confirmation_token'>,
    sent: SentChange,
  ) =>
    pipe(
      eventCausedBy(reads, confirmedTypes, sent, intent.id),
      TE.flatMap((event): Read<O.Option<Pick<Decline, 'error'>>> => {
        if (event._tag === 'Found') {
          const { type, data } = event.value;
          return TE.right(type === kind.failed ? kind.declineIn(data.object) : O.none);
        }
        const last = kind.declineIn(intent);
        return O.isSome(last) && (last.value.card === card || confirmation_token !== undefined)
          ? TE.right(last)
          : kind.formerDecline(intent, card);
      }),
      TE.map(O.match((): Evidence<I> => asItIs(intent), declined)),
    );

  /** The confirmation that the events of an intent show. */
  const confirmedBy = (intent: I, sent: SentChange): Read<Evidence<I>> =>
    pipe(
      eventCausedBy(reads, confirmedTypes, sent, intent.id),
      TE.flatMap((event): Read<Evidence<I>> => {
        if (event._tag !== 'Found') return TE.right(event);
        const { type, data } = event.value;
        if (type === kind.failed) {
          return TE.right(
            pipe(
              kind.declineIn(data.object),
              O.match(() => searched.uncertain, declined),
            ),
          );
        }
        // After a challenge or another confirmation, the intent has a later state: with the same card, that is
        // the result of this call too.
        return data.object['payment_method'] === intent.payment_method
          ? TE.right(asItIs(intent))
          : pipe(kind.atEvent(data.object), TE.map(E.match(() => searched.uncertain, asItIs)));
      }),
    );

  // A token is used once, and says for which intent. Whether it was declined, only the intent says. `otherwise`: what events say.
  const confirmedWithToken = (
    intent: I,
    token: string,
    otherwise: Evidence<I>,
  ): Read<Evidence<I>> =>
    pipe(
      reads.retrieveConfirmationToken(token),
      TE.map((used): Evidence<I> => {
        if (used[kind.object] !== intent.id) return otherwise;
        if (confirmedStatuses.has(intent.status)) return asItIs(intent);
        return pipe(
          kind.declineIn(intent),
          O.match(() => searched.uncertain, declined),
        );
      }),
      // It has expired.
      TE.orElse((error) => (isMissing(error, token) ? TE.right(otherwise) : TE.left(error))),
    );

  return {
    created: (asked: A, sent: SentChange): Read<Evidence<I>> =>
      pipe(
        creationOf(reads, sent, {
          list: (page) =>
            kind.list({
              ...page,
              ...(asked.customer === undefined ? {} : { customer: asked.customer }),
            }),
          event: `${kind.object}.created`,
          retrieve: kind.retrieve,
        }),
        TE.flatMap((found): Read<Evidence<I>> => {
          if (found._tag !== 'Found') return TE.right(found);
          const intent = found.value;
          if (!kind.fits(intent, asked)) {
            return TE.right(searched.found(E.left(keyOfOther(sent))));
          }
          if (!asked.confirm) return TE.right(asItIs(intent));
          if (intent.status === 'requires_payment_method') {
            return declinedCreation(intent, asked, sent);
          }
          return TE.right(mayBeConfirming(intent) ? searched.uncertain : asItIs(intent));
        }),
      ),

    confirmed: (
      confirmation: Readonly<Record<N, string>> & ConfirmationDetails,
      sent: SentChange,
    ): Read<Evidence<I>> =>
      pipe(
        kind.retrieve(idIn(confirmation)),
        TE.flatMap((intent) => {
          const { payment_method, confirmation_token: token } = confirmation;
          if (token !== undefined) {
            return pipe(
              confirmedBy(intent, sent),
              TE.flatMap((evidence) =>
                evidence._tag === 'Found'
                  ? TE.right(evidence)
                  : confirmedWithToken(intent, token, evidence),
              ),
            );
          }
          return isConfirmedWith(intent, payment_method)
            ? TE.right(asItIs(intent))
            : confirmedBy(intent, sent);
        }),
      ),

    canceled: (named: Readonly<Record<N, string>>): Read<Evidence<I>> =>
      pipe(
        kind.retrieve(idIn(named)),
        TE.map((intent) => (intent.status === 'canceled' ? asItIs(intent) : searched.absent)),
      ),
  };
};

/** Evidence that a payment or setup intent was created, confirmed or canceled by a call, and with what outcome. */
export const intentEvidence = <N extends IntentName, I extends Intent, A extends NewIntent>(
  kindOf: (reads: OutcomeReads) => IntentKind<N, I, A>,
) => {
  const evidence = (reads: OutcomeReads) => evidenceWith(reads, kindOf(reads));
  return {
    created: (reads: OutcomeReads) => evidence(reads).created,
    confirmed: (reads: OutcomeReads) => evidence(reads).confirmed,
    canceled: (reads: OutcomeReads) => evidence(reads).canceled,
  };
};
