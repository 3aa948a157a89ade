import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toMethodCard } from '../cards/card-views.js';
import { decideSetup, type SetupOutcome } from '../cards/decide-setup.js';
import { declineOf } from '../cards/declines.js';
import { behaviourOf } from '../cards/stored-card.js';
import { type ApiError, cardError, withSetupIntent } from '../errors.js';
import { nextAction } from '../intents/next-action.js';
import type { RequestContext } from '../kernel/request-context.js';
import {
  acceptDebit,
  becomesDebit,
  type GeneratedDebit,
  generateDebit,
  keepGeneratedDebit,
} from '../mandates/generate-debit.js';
import { agreeMandate, type MandateParams, noMandate } from '../mandates/mandate.js';
import {
  type CardInstrument,
  type Instrument,
  isCard,
  type MethodInstrument,
} from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import type { ErrorObject } from '../objects/error.js';
import { deepFreeze } from '../objects/json.js';
import type {
  SetupAttemptDetails,
  SetupAttemptObject,
  SetupCardDetails,
  SetupMethodDetails,
} from '../objects/setup-attempt.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { setUpInstrument, useUpInstrument } from '../payment-methods/instruments.js';
import { saveFailedSetup, saveSetupIntent } from './setup-intent-record.js';
import { moveSetupIntent } from './status-machine.js';

// The bank checks the card.
const asChecked = (instrument: Instrument): Instrument => ({ ...instrument, checked: true });

const cardDetailsOf = (instrument: CardInstrument): SetupCardDetails => {
  const card = toMethodCard({ ...instrument, checked: true });
  return {
    card: {
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      last4: card.last4,
      network: card.networks.preferred ?? card.brand,
      three_d_secure: null,
      wallet: null,
    },
    type: 'card',
  };
};

const attemptedFields = (
  { billingDetails: billing, face: { type, values } }: MethodInstrument,
  generated?: GeneratedDebit,
  paidAt: number | null = null,
): Pick<SetupMethodDetails, 'bancontact' | 'ideal'> => {
  const { bancontact, ideal } = methods[type].charged(values, {
    billing,
    generated,
    mandate: null,
    paidAt,
  });
  if (ideal === undefined) return bancontact === undefined ? {} : { bancontact };
  const { transaction_id: _id, ...rest } = ideal;
  return { ideal: rest };
};

const detailsOf = (instrument: Instrument): SetupAttemptDetails => {
  if (isCard(instrument)) return cardDetailsOf(instrument);
  const { type } = instrument.face;
  return { ...(becomesDebit(instrument) ? attemptedFields(instrument) : { [type]: {} }), type };
};

const authentication: SetupCardDetails['card']['three_d_secure'] = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

const newAttempt = (
  { state, newId, now }: RequestContext,
  intent: SetupIntentObject,
  instrument: Instrument,
  { status, setup_error }: Pick<SetupAttemptObject, 'status' | 'setup_error'>,
): string => {
  const attempt: SetupAttemptObject = deepFreeze({
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: now,
    customer: intent.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: instrument.id,
    payment_method_details: detailsOf(instrument),
    setup_error,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
  });
  state.setupAttempts.put(attempt);
  return attempt.id;
};

const endAttempt = (
  { state }: RequestContext,
  { latest_attempt }: SetupIntentObject,
  change: Partial<SetupAttemptObject>,
): void => {
  const attempt = state.setupAttempts.get(latest_attempt ?? '');
  if (attempt?.status === 'requires_action') {
    state.setupAttempts.put(deepFreeze({ ...attempt, ...change }));
  }
};

/** Ends the attempt that waits for the customer, if one does. */
export const abandonAttempt = (context: RequestContext, intent: SetupIntentObject): void =>
  endAttempt(context, intent, { status: 'abandoned' });

const succeed = (
  context: RequestContext,
  intent: SetupIntentObject,
  instrument: Instrument,
): SetupIntentObject => {
  setUpInstrument(context, instrument, { customer: intent.customer, usage: intent.usage });
  return saveSetupIntent(context, 'setup_intent.succeeded', intent);
};

const authenticatedDetails = (instrument: Instrument): SetupAttemptDetails => {
  const details = detailsOf(instrument);
  return details.type === 'card'
    ? { ...details, card: { ...details.card, three_d_secure: authentication } }
    : details;
};

// The method itself is not saved: the direct debit is.
const saveAsDebit = (
  context: RequestContext,
  intent: SetupIntentObject,
  instrument: MethodInstrument,
): SetupIntentObject => {
  const generated = generateDebit(context, instrument);
  endAttempt(context, intent, {
    status: 'succeeded',
    payment_method_details: {
      ...attemptedFields(instrument, generated, context.now),
      type: instrument.face.type,
    },
  });
  const setup_attempt = intent.latest_attempt ?? '';
  keepGeneratedDebit(context, generated, intent.customer, { setup_attempt });
  useUpInstrument(context, instrument);
  return saveSetupIntent(context, 'setup_intent.succeeded', {
    ...intent,
    mandate: generated.mandate,
  });
};

/** The customer has authenticated: the card is set up. The intent's status has already moved. */
export const passChallenge = (
  context: RequestContext,
  intent: SetupIntentObject,
  instrument: Instrument,
): SetupIntentObject => {
  if (becomesDebit(instrument)) return saveAsDebit(context, intent, instrument);
  endAttempt(context, intent, {
    status: 'succeeded',
    payment_method_details: authenticatedDetails(instrument),
  });
  return succeed(context, intent, instrument);
};

/** The customer has not authenticated. The intent's status has already moved. */
export const failAttempt = (
  context: RequestContext,
  intent: SetupIntentObject,
  setup_error: ErrorObject,
): SetupIntentObject => {
  endAttempt(context, intent, { status: 'failed', setup_error });
  return saveFailedSetup(context, intent, setup_error);
};

const triggers = {
  Approved: 'confirm_succeeded',
  Declined: 'confirm_failed',
  RequiresAction: 'confirm_requires_action',
} as const;

/** An attempt to set up a payment method. `returnUrl`: `null` if the client's library handles a challenge. */
type SetupAttempt = {
  readonly intent: SetupIntentObject;
  readonly instrument: Instrument;
  readonly returnUrl: string | null;
  readonly agreement: MandateParams;
};

// The status of the attempt's intent has already moved.
const carryOut = (
  context: RequestContext,
  { intent, instrument, returnUrl }: Omit<SetupAttempt, 'agreement'>,
  outcome: SetupOutcome,
): E.Either<ApiError, SetupIntentObject> => {
  const attempted = (status: SetupAttemptObject['status'], setup_error: ErrorObject | null) => ({
    ...intent,
    latest_attempt: newAttempt(context, intent, instrument, { status, setup_error }),
  });
  switch (outcome._tag) {
    case 'RequiresAction':
      return E.right(
        saveSetupIntent(context, 'setup_intent.requires_action', {
          ...attempted('requires_action', null),
          next_action: nextAction(context, intent.id, returnUrl),
        }),
      );
    case 'Declined': {
      const failure = cardError(outcome.decline, {
        payment_method: toPaymentMethod(asChecked(instrument)),
      });
      const failed = saveFailedSetup(context, attempted('failed', failure.error), failure.error);
      return E.left(withSetupIntent(failed)(failure));
    }
    case 'Approved':
      return E.right(succeed(context, attempted('succeeded', null), instrument));
  }
};

const agree = (
  context: RequestContext,
  { agreement, instrument }: SetupAttempt,
): ReturnType<typeof agreeMandate<Instrument>> => {
  if (!becomesDebit(instrument)) {
    return agreeMandate(context, 'SetupIntent', instrument, agreement, null);
  }
  const accepting = acceptDebit(context, instrument, agreement);
  return accepting === null
    ? E.left(noMandate('SetupIntent'))
    : E.right({ mandate: null, instrument: accepting });
};

const decide = (
  { chargeFailure: failure }: RequestContext,
  { payment_method_options: { card } }: SetupIntentObject,
  instrument: Instrument,
): SetupOutcome => {
  if (isCard(instrument)) {
    return decideSetup({
      behaviour: behaviourOf(instrument.face),
      setUp: instrument.setUp,
      challengeRequested: (card?.request_three_d_secure ?? 'automatic') !== 'automatic',
      failure,
    });
  }
  if (failure !== null && failure !== 'processing') {
    return { _tag: 'Declined', decline: declineOf(failure.decline) };
  }
  const { confirmation } = methods[instrument.face.type];
  const asks = confirmation === 'redirect' || confirmation === 'app';
  return { _tag: asks ? 'RequiresAction' : 'Approved' };
};

/**
 * Tries to set up a payment method: decides the outcome, moves the intent's status, and then makes the attempt and the
 * events. A decline is a 402.
 */
export const attemptSetup = (
  context: RequestContext,
  attempt: SetupAttempt,
): E.Either<ApiError, SetupIntentObject> => {
  const agreed = agree(context, attempt);
  if (E.isLeft(agreed)) return E.left(withSetupIntent(attempt.intent)(agreed.left));
  const { instrument, mandate } = agreed.right;
  const outcome = decide(context, attempt.intent, instrument);
  return pipe(
    moveSetupIntent(attempt.intent, triggers[outcome._tag], {
      mandate,
      payment_method: instrument.id,
      next_action: null,
      last_setup_error: null,
    }),
    E.flatMap((intent) => {
      abandonAttempt(context, intent);
      return carryOut(context, { ...attempt, instrument, intent }, outcome);
    }),
  );
};
