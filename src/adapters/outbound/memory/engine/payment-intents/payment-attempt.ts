import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { type AuthorizationOutcome, decideAuthorization } from '../cards/decide-authorization.js';
import { behaviourOf, type Instrument } from '../cards/stored-card.js';
import { type ChargeResult, newCharge, saveCharge } from '../charges/charge-record.js';
import { disputeCharge } from '../charges/dispute.js';
import { type ApiError, cardError, withIntent } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import type { NextAction, PaymentIntentObject } from '../objects/payment-intent.js';
import { setUpInstrument } from '../payment-methods/instruments.js';
import { saveIntent } from './intent-record.js';
import type { ConfirmIntentParams } from './params.js';
import { type IntentTrigger, moveIntent } from './status-machine.js';

/** An attempt to pay an intent. */
type PaymentAttempt = {
  readonly intent: PaymentIntentObject;
  readonly instrument: Instrument;
  /** What the attempt followed: a confirmation, or a challenge after which it goes on by itself. */
  readonly via: 'confirm' | 'challenge_passed';
  readonly authenticated: boolean;
  readonly offSession: boolean;
  readonly errorOnRequiresAction: boolean;
  /** Where the customer comes back to after a challenge; `null`: the client's library takes care of it. */
  readonly returnUrl: string | null;
  readonly radarSession: string | null;
};

/** What a confirmation says of the attempt that it starts. */
type AttemptParams = Pick<
  ConfirmIntentParams,
  'error_on_requires_action' | 'off_session' | 'radar_options' | 'return_url' | 'use_stripe_sdk'
>;

/** An attempt to pay an intent by confirming it. */
export const newAttempt = (
  { intent, instrument }: Pick<PaymentAttempt, 'intent' | 'instrument'>,
  params: AttemptParams,
  authenticated: boolean,
): PaymentAttempt => ({
  intent,
  instrument,
  via: 'confirm',
  authenticated,
  offSession: (params.off_session ?? false) !== false,
  errorOnRequiresAction: params.error_on_requires_action ?? false,
  returnUrl: params.use_stripe_sdk === true ? null : (params.return_url ?? null),
  radarSession: params.radar_options?.session ?? null,
});

/** An intent whose charge went through, already moved to its status. */
export const approveIntent = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
  charge: ChargeObject,
): PaymentIntentObject => {
  setUpInstrument(call, instrument, intent);
  const approved = saveIntent(call, 'payment_intent.succeeded', {
    ...intent,
    amount_capturable: 0,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    processing: null,
  });
  disputeCharge(call, charge);
  return approved;
};

/** An intent whose charge is authorized and waits for its capture, already moved to its status. */
export const authorizeIntent = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: Instrument,
  charge: ChargeObject,
): PaymentIntentObject => {
  setUpInstrument(call, instrument, intent);
  return saveIntent(call, 'payment_intent.amount_capturable_updated', {
    ...intent,
    amount_capturable: charge.amount,
    latest_charge: charge.id,
    processing: null,
  });
};

const eventOf = (result: ChargeResult): EventType => {
  if (typeof result === 'object') return 'charge.failed';
  return result === 'pending' ? 'charge.pending' : 'charge.succeeded';
};

/** The charge that an attempt to pay an intent comes to. */
const chargeAttempt = (
  call: RequestContext,
  { intent, instrument, authenticated, radarSession }: PaymentAttempt,
  result: ChargeResult,
): ChargeObject =>
  saveCharge(
    call,
    eventOf(result),
    newCharge(
      call,
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
        radarSession,
      },
      result,
    ),
  );

/** A declined attempt, its intent already moved: the failed charge, what the intent keeps of it, and the 402. */
const declineIntent = (
  call: RequestContext,
  attempt: PaymentAttempt,
  { decline, charged }: Extract<AuthorizationOutcome, { readonly _tag: 'Declined' }>,
): ApiError => {
  const charge = charged ? chargeAttempt(call, attempt, { decline }) : null;
  const failure = cardError(decline, {
    ...(charge === null ? {} : { charge: charge.id }),
    payment_method: toPaymentMethod(attempt.instrument),
  });
  const intent = saveIntent(call, 'payment_intent.payment_failed', {
    ...attempt.intent,
    last_payment_error: failure.error,
    latest_charge: charge?.id ?? attempt.intent.latest_charge,
    payment_method: null,
    processing: null,
  });
  return withIntent(intent)(failure);
};

/** What the customer has to do: go to a page and come back, or let the client's library take care of it. */
const nextAction = (url: string, returnUrl: string | null): NextAction =>
  returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };

const processingCard = {
  type: 'card',
  card: { customer_notification: { approval_requested: null, completes_at: null } },
} as const;

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

// The intent of the attempt has already moved.
const carryOut = (
  call: RequestContext,
  attempt: PaymentAttempt,
  outcome: AuthorizationOutcome,
): E.Either<ApiError, PaymentIntentObject> => {
  const { intent, instrument, returnUrl } = attempt;
  switch (outcome._tag) {
    case 'RequiresAction':
      return E.right(
        saveIntent(call, 'payment_intent.requires_action', {
          ...intent,
          next_action: nextAction(call.challengeUrl(intent.id), returnUrl),
        }),
      );
    case 'Declined':
      return E.left(declineIntent(call, attempt, outcome));
    case 'Processing':
      return E.right(
        saveIntent(call, 'payment_intent.processing', {
          ...intent,
          latest_charge: chargeAttempt(call, attempt, 'pending').id,
          processing: processingCard,
        }),
      );
    case 'Authorized':
      return E.right(
        authorizeIntent(call, intent, instrument, chargeAttempt(call, attempt, 'authorized')),
      );
    case 'Approved':
      return E.right(
        approveIntent(call, intent, instrument, chargeAttempt(call, attempt, 'succeeded')),
      );
  }
};

/** Does what the outcome says: the charge, the intent's next status and their events. A decline is a 402. */
const applyConfirmation = (
  call: RequestContext,
  attempt: PaymentAttempt,
  outcome: AuthorizationOutcome,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(attempt.intent, triggerOf(attempt.via, outcome), {
      payment_method: attempt.instrument.id,
      next_action: null,
      last_payment_error: null,
    }),
    E.flatMap((intent) => {
      call.state.authenticated.delete(intent.id);
      return carryOut(call, { ...attempt, intent }, outcome);
    }),
  );

/** Whether the payment of an intent is only authorized first: what its card's options say outweighs the intent. */
export const isManualCapture = ({
  capture_method,
  payment_method_options: { card },
}: PaymentIntentObject): boolean => (card.capture_method ?? capture_method) === 'manual';

/** Tries to pay an intent: decides what comes of it, and does that. */
export const attemptPayment = (
  call: RequestContext,
  attempt: PaymentAttempt,
): E.Either<ApiError, PaymentIntentObject> => {
  const { intent, instrument, authenticated, offSession, errorOnRequiresAction } = attempt;
  const { request_three_d_secure } = intent.payment_method_options.card;
  return applyConfirmation(
    call,
    attempt,
    decideAuthorization({
      behaviour: behaviourOf(instrument.storedCard),
      setUp: instrument.setUp,
      authenticated,
      offSession,
      errorOnRequiresAction,
      challengeRequested: request_three_d_secure !== 'automatic',
      manualCapture: isManualCapture(intent),
      fault: call.chargeFailure,
    }),
  );
};
