import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest, withSetupIntent } from '../errors.js';
import { missingMethod } from '../intents/refusals.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';

type Status = SetupIntentObject['status'];

type Transition = { readonly from: ReadonlyArray<Status>; readonly to: Status };

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;
// A new attempt may replace a challenge that is still open.
const confirmable = ['requires_confirmation', 'requires_action'] as const;
const challenged = ['requires_action'] as const;

/** Every trigger, with the statuses that allow it and the status to which it leads. */
export const setupTransitions = {
  payment_method_supplied: { from: open, to: 'requires_confirmation' },
  confirm_succeeded: { from: confirmable, to: 'succeeded' },
  confirm_failed: { from: confirmable, to: 'requires_payment_method' },
  confirm_requires_action: { from: confirmable, to: 'requires_action' },
  challenge_passed: { from: challenged, to: 'succeeded' },
  challenge_failed: { from: challenged, to: 'requires_payment_method' },
  cancel: { from: open, to: 'canceled' },
} as const satisfies { readonly [trigger: string]: Transition };
export type SetupTrigger = keyof typeof setupTransitions;

const endings = {
  canceled: 'it has been canceled',
  succeeded: 'it has already succeeded',
} as const;

const unexpectedState = (setup_intent: SetupIntentObject, message: string): ApiError =>
  invalidRequest(message, { code: 'setup_intent_unexpected_state', setup_intent });

/** Why an intent that has ended cannot be confirmed or updated; `null` if it has not ended. */
export const endedProblem = (
  act: 'confirm' | 'update',
  intent: SetupIntentObject,
): ApiError | null =>
  intent.status === 'canceled' || intent.status === 'succeeded'
    ? unexpectedState(
        intent,
        `You cannot ${act} this SetupIntent because ${endings[intent.status]}.`,
      )
    : null;

const refusalOf = (intent: SetupIntentObject, trigger: SetupTrigger): ApiError => {
  const { status } = intent;
  if (trigger === 'cancel') {
    return unexpectedState(
      intent,
      status === 'canceled'
        ? 'You cannot cancel this SetupIntent because it is already canceled.'
        : `You cannot cancel this SetupIntent because it has a status of ${status}. Only a SetupIntent with one of the following statuses may be canceled: \`requires_payment_method\`, \`requires_confirmation\`, or \`requires_action\`.`,
    );
  }
  if (trigger.startsWith('challenge_')) {
    return unexpectedState(
      intent,
      `This SetupIntent has a status of ${status}, but it would have to be in requires_action.`,
    );
  }
  return (
    endedProblem('confirm', intent) ??
    withSetupIntent(intent)(missingMethod('SetupIntent', intent.customer))
  );
};

/** The intent after a trigger, with other changes; an error if the intent's status does not allow the trigger. */
export const moveSetupIntent = (
  intent: SetupIntentObject,
  trigger: SetupTrigger,
  change: Partial<SetupIntentObject> = {},
): E.Either<ApiError, SetupIntentObject> => {
  const { from, to }: Transition = setupTransitions[trigger];
  return from.includes(intent.status)
    ? E.right({ ...intent, ...change, status: to })
    : E.left(refusalOf(intent, trigger));
};
