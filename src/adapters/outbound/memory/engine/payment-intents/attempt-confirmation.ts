import type * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import { behaviourOf } from '../cards/behaviour-of.js';
import type { ApiError } from '../errors/api-error.js';
import type { JsonObject } from '../objects/json-object.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import { applyConfirmation } from './apply-confirmation.js';
import type { Attempt } from './attempt.js';
import { decideConfirmation } from './decide-confirmation.js';
import type { ConfirmParams } from './intent-params.js';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null;

const asksForChallenge = ({ payment_method_options: { card } }: PaymentIntentObject): boolean =>
  isObject(card) && ['any', 'challenge'].includes(String(card['request_three_d_secure']));

/** Tries to pay an intent: decides what comes of it, and does that. */
export const attemptConfirmation = (
  call: Call,
  attempt: Attempt,
  params: ConfirmParams,
): E.Either<ApiError, PaymentIntentObject> =>
  applyConfirmation(
    call,
    attempt,
    decideConfirmation({
      behaviour: behaviourOf(attempt.instrument.face),
      setUp: attempt.instrument.setUp,
      authenticated: attempt.authenticated,
      offSession: params.off_session ?? false,
      errorOnRequiresAction: params.error_on_requires_action ?? false,
      challengeRequested: asksForChallenge(attempt.intent),
      captureMethod: attempt.intent.capture_method,
      fault: call.chargeFault,
    }),
  );
