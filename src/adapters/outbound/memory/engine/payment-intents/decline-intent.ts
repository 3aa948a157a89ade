import { toPaymentMethod } from '../cards/card-views.js';
import type { AuthorizationOutcome } from '../cards/decide-authorization.js';
import { type ApiError, cardError, withIntent } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Attempt } from './attempt.js';
import { chargeAttempt } from './charge-attempt.js';
import { saveIntent } from './save-intent.js';

/** A declined attempt, its intent already moved: the failed charge, what the intent keeps of it, and the 402. */
export const declineIntent = (
  call: RequestContext,
  attempt: Attempt,
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
