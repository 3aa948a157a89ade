import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AuthorizationOutcome } from '../cards/decide-authorization.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { approveIntent } from './approve-intent.js';
import type { Attempt } from './attempt.js';
import { authorizeIntent } from './authorize-intent.js';
import { chargeAttempt } from './charge-attempt.js';
import { declineIntent } from './decline-intent.js';
import type { IntentTrigger } from './intent-machine.js';
import { moveIntent } from './move-intent.js';
import { nextAction } from './next-action.js';
import { saveIntent } from './save-intent.js';

const processingCard = {
  type: 'card',
  card: { customer_notification: { approval_requested: null, completes_at: null } },
} as const;

const triggerOf = (via: Attempt['via'], outcome: AuthorizationOutcome): IntentTrigger => {
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
  attempt: Attempt,
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
export const applyConfirmation = (
  call: RequestContext,
  attempt: Attempt,
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
