import type * as E from 'fp-ts/lib/Either.js';
import { decideAuthorization } from '../cards/decide-authorization.js';
import { behaviourOf } from '../cards/stored-card.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { applyConfirmation } from './apply-confirmation.js';
import type { Attempt } from './attempt.js';
import { isCapturedByHand } from './is-captured-by-hand.js';

/** Tries to pay an intent: decides what comes of it, and does that. */
export const attemptConfirmation = (
  call: RequestContext,
  attempt: Attempt,
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
      manualCapture: isCapturedByHand(intent),
      fault: call.chargeFailure,
    }),
  );
};
