import * as E from 'fp-ts/lib/Either.js';
import type { SetupFutureUsage } from '../../../domain/objects/payment-intent.js';
import {
  type AuthorizationOutcome,
  type ChargeFailure,
  decideAuthorization,
} from '../cards/decide-authorization.js';
import { behaviourOf } from '../cards/stored-card.js';
import { type ChargeResult, makeCharge } from '../charges/charge-record.js';
import { disputeCharge } from '../charges/dispute.js';
import { type ApiError, cardError, invalidRequest, withIntent } from '../errors.js';
import { nextAction, returnUrlOf, sdkActionOf } from '../intents/next-action.js';
import type { RequestContext } from '../kernel/request-context.js';
import {
  acceptDebit,
  becomesDebit,
  type GeneratedDebit,
  generateDebit,
  keepGeneratedDebit,
} from '../mandates/generate-debit.js';
import { agreeMandate, type MandateParams, useMandate } from '../mandates/mandate.js';
import { decideMethod } from '../methods/decide-method.js';
import { type Instrument, isCard, typeOfInstrument } from '../methods/instrument.js';
import { behaviourOfMethod } from '../methods/methods.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import type { ChargeObject } from '../objects/charge.js';
import { withChanges } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { setUpInstrument, useUpInstrument } from '../payment-methods/instruments.js';
import {
  cardOptionsOf,
  isManualCapture,
  paidResult,
  saveFailedIntent,
  saveIntent,
} from './intent-record.js';
import type { ConfirmIntentParams } from './params.js';
import { type IntentTrigger, moveIntent } from './status-machine.js';

/** An attempt to pay an intent. */
type PaymentAttempt = {
  readonly intent: PaymentIntentObject;
  readonly instrument: Instrument;
  /** The trigger of the attempt: a confirmation, or a challenge that the customer passed. */
  readonly via: 'confirm' | 'challenge_passed';
  readonly authenticated: boolean;
  readonly offSession: boolean;
  readonly errorOnRequiresAction: boolean;
  /** The page to which the customer returns after a challenge; `null`: the client's library handles the challenge. */
  readonly returnUrl: string | null;
  readonly radarSession: string | null;
  readonly agreement: MandateParams;
};

/** An attempt with the mandate to which the customer has agreed; absent: none is needed. */
type AgreedAttempt = PaymentAttempt & {
  readonly mandate?: string | null;
  /** The direct debit as which the method is saved; absent: it is not. */
  readonly generated?: GeneratedDebit;
};

/** An attempt to pay an intent by confirming it. */
export const newAttempt = (
  { intent, instrument }: Pick<PaymentAttempt, 'intent' | 'instrument'>,
  params: Pick<
    ConfirmIntentParams,
    | 'error_on_requires_action'
    | 'mandate'
    | 'mandate_data'
    | 'off_session'
    | 'radar_options'
    | 'return_url'
    | 'use_stripe_sdk'
  >,
  authenticated: boolean,
): PaymentAttempt => ({
  intent,
  instrument,
  via: 'confirm',
  authenticated,
  offSession: (params.off_session ?? false) !== false,
  errorOnRequiresAction: params.error_on_requires_action ?? false,
  returnUrl: returnUrlOf(params, instrument),
  radarSession: params.radar_options?.session ?? null,
  agreement: params,
});

const decide = (attempt: PaymentAttempt, failure: ChargeFailure | null): AuthorizationOutcome => {
  const { intent, instrument, authenticated, offSession, errorOnRequiresAction } = attempt;
  if (!isCard(instrument)) {
    const manualCapture = isManualCapture(intent, instrument);
    const approved = authenticated || (offSession && instrument.setUp);
    return decideMethod(instrument, { approved, manualCapture, failure });
  }
  return decideAuthorization({
    behaviour: behaviourOf(instrument.face),
    setUp: instrument.setUp,
    authenticated,
    offSession,
    errorOnRequiresAction,
    challengeRequested: cardOptionsOf(intent).request_three_d_secure !== 'automatic',
    manualCapture: isManualCapture(intent, instrument),
    failure,
  });
};

const triggerOf = (via: PaymentAttempt['via'], outcome: AuthorizationOutcome): IntentTrigger => {
  switch (outcome._tag) {
    case 'Approved':
      return `${via}_approved`;
    case 'Authorized':
      return `${via}_authorized`;
    case 'Processing':
      return `${via}_processing`;
    case 'Declined':
      return `${via}_declined`;
    case 'RequiresAction':
      return 'confirm_requires_action';
  }
};

// The options of the method take precedence over the intent.
const futureUsage = (
  { setup_future_usage, payment_method_options: options }: PaymentIntentObject,
  instrument: Instrument,
): SetupFutureUsage | null => {
  const usage = options[typeOfInstrument(instrument)]?.setup_future_usage ?? setup_future_usage;
  return usage === 'none' ? null : usage;
};

const chargeIntent = (
  context: RequestContext,
  { intent, instrument, authenticated, radarSession, mandate = null, generated }: AgreedAttempt,
  result: ChargeResult,
): ChargeObject => {
  if (futureUsage(intent, instrument) === null) useUpInstrument(context, instrument);
  return makeCharge(
    context,
    {
      amount: intent.amount,
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      metadata: intent.metadata,
      payment_intent: intent.id,
      receipt_email: intent.receipt_email,
      shipping: intent.shipping,
      source: null,
      statement_descriptor: intent.statement_descriptor,
      statement_descriptor_suffix: intent.statement_descriptor_suffix,
      transfer_group: intent.transfer_group,
      instrument,
      authenticated,
      mandate,
      generated,
      radarSession,
    },
    result,
  );
};

const declineIntent = (
  context: RequestContext,
  attempt: AgreedAttempt,
  { decline, charged }: Extract<AuthorizationOutcome, { readonly _tag: 'Declined' }>,
): ApiError => {
  const charge = charged ? chargeIntent(context, attempt, { decline }) : null;
  // A charge has its card checked by the bank.
  const { instrument } = attempt;
  const checked = instrument.checked || charge !== null;
  const failure = cardError(decline, {
    ...(charge === null ? {} : { charge: charge.id }),
    payment_method: toPaymentMethod({ ...instrument, checked }),
  });
  const intent = saveFailedIntent(
    context,
    withChanges(attempt.intent, { latest_charge: charge?.id ?? attempt.intent.latest_charge }),
    failure.error,
  );
  return withIntent(intent)(failure);
};

const processingCard = {
  type: 'card',
  card: { customer_notification: { approval_requested: null, completes_at: null } },
} as const;

/** Records an approved or authorized charge in its intent. The intent's status has already moved. */
export const recordCharge = (
  context: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
  charge: ChargeObject,
): PaymentIntentObject => {
  const { id, amount, captured, amount_captured } = charge;
  const usage = futureUsage(intent, instrument);
  if (usage !== null && !becomesDebit(instrument)) {
    setUpInstrument(context, instrument, { customer: intent.customer, usage });
  }
  disputeCharge(context, charge);
  return saveIntent(
    context,
    captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    withChanges(intent, {
      amount_capturable: captured ? 0 : amount,
      amount_received: amount_captured,
      latest_charge: id,
      processing: null,
    }),
  );
};

// The wait of this payment method: a later attempt has another one.
const planApproval = (
  { now, state }: RequestContext,
  { id }: PaymentIntentObject,
  instrument: Instrument,
): void => {
  const { approval } = isCard(instrument) ? {} : behaviourOfMethod(instrument);
  if (approval === undefined) return;
  const { seconds } = approval;
  state.agenda.add({ at: now + seconds, step: 'end_approval', id: `${id}/${instrument.id}` });
};

// Recorded: a method that is debited later is the customer's from its confirmation on.
const keepDebited = (
  context: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
): void => {
  const usage = futureUsage(intent, instrument);
  if (usage !== null && !isCard(instrument)) {
    setUpInstrument(context, instrument, { customer: intent.customer, usage });
  }
};

// The status of the attempt's intent has already moved.
const carryOut = (
  context: RequestContext,
  attempt: AgreedAttempt,
  outcome: AuthorizationOutcome,
): E.Either<ApiError, PaymentIntentObject> => {
  const { intent, instrument, returnUrl } = attempt;
  switch (outcome._tag) {
    case 'RequiresAction':
      planApproval(context, intent, instrument);
      return E.right(
        saveIntent(
          context,
          'payment_intent.requires_action',
          withChanges(intent, {
            next_action: nextAction(context, intent.id, returnUrl, sdkActionOf(instrument)),
          }),
        ),
      );
    case 'Declined':
      return E.left(declineIntent(context, attempt, outcome));
    case 'Processing': {
      const charge = chargeIntent(context, attempt, 'pending');
      useMandate(context, attempt.mandate ?? null);
      keepDebited(context, intent, instrument);
      if (outcome.seconds !== undefined) {
        const { now, state } = context;
        state.agenda.add({ at: now + outcome.seconds, step: 'end_payment', id: charge.id });
      }
      return E.right(
        saveIntent(
          context,
          'payment_intent.processing',
          withChanges(intent, {
            latest_charge: charge.id,
            processing: isCard(instrument) ? processingCard : null,
          }),
        ),
      );
    }
    case 'Authorized':
    case 'Approved': {
      const generated =
        futureUsage(intent, instrument) !== null && becomesDebit(instrument)
          ? generateDebit(context, instrument)
          : undefined;
      const whole = generated === undefined ? attempt : { ...attempt, generated };
      const charge = chargeIntent(context, whole, paidResult(intent, instrument));
      if (generated !== undefined) {
        keepGeneratedDebit(context, generated, intent.customer, { charge: charge.id });
        useUpInstrument(context, instrument);
      }
      return E.right(recordCharge(context, intent, instrument, charge));
    }
  }
};

// Quoted of sepa_debit, in the notes of a shop.
const mandateMissing = (instrument: Instrument): ApiError =>
  invalidRequest(
    `When confirming a PaymentIntent with a \`${typeOfInstrument(instrument)}\` PaymentMethod and \`setup_future_usage\` value of off_session, \`mandate_data\` is required.`,
    { param: 'mandate_data' },
  );

// A mandate for one payment, unless the method is kept for later ones.
const agree = (
  context: RequestContext,
  attempt: PaymentAttempt,
): E.Either<ApiError, AgreedAttempt> => {
  const { intent, instrument, agreement } = attempt;
  if (isCard(instrument)) return E.right(attempt);
  const keeps = futureUsage(intent, instrument) !== null;
  if (keeps && becomesDebit(instrument)) {
    const accepting = acceptDebit(context, instrument, agreement);
    return accepting === null
      ? E.left(withIntent(intent)(mandateMissing(instrument)))
      : E.right({ ...attempt, instrument: accepting });
  }
  const single = keeps ? null : { amount: intent.amount, currency: intent.currency };
  const agreed = agreeMandate(context, 'PaymentIntent', instrument, agreement, single);
  if (E.isRight(agreed)) return E.right({ ...attempt, ...agreed.right });
  const isMissing = agreed.left.error.code === undefined;
  return E.left(withIntent(intent)(isMissing && keeps ? mandateMissing(instrument) : agreed.left));
};

/**
 * Tries to pay an intent: decides the outcome, moves the intent's status, and then makes the charge and the events.
 * A decline is a 402.
 */
export const attemptPayment = (
  context: RequestContext,
  given: PaymentAttempt,
): E.Either<ApiError, PaymentIntentObject> => {
  const agreed = agree(context, given);
  if (E.isLeft(agreed)) return agreed;
  const attempt = agreed.right;
  const outcome = decide(attempt, context.chargeFailure);
  const moved = moveIntent(attempt.intent, triggerOf(attempt.via, outcome), {
    payment_method: attempt.instrument.id,
    next_action: null,
    last_payment_error: null,
  });
  if (E.isLeft(moved)) return moved;
  const intent = moved.right;
  context.state.authenticated.delete(intent.id);
  return carryOut(context, { ...attempt, intent }, outcome);
};
