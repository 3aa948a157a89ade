import { type ApiError, invalidRequest } from '../errors.js';

/** The processor's names of its two kinds of intents, in error messages. */
export type IntentKind = 'PaymentIntent' | 'SetupIntent';

const invalidParameter = {
  PaymentIntent: 'payment_intent_invalid_parameter',
  SetupIntent: 'setup_intent_invalid_parameter',
} as const;

const unexpectedState = {
  PaymentIntent: 'payment_intent_unexpected_state',
  SetupIntent: 'setup_intent_unexpected_state',
} as const;

/** The error of an intent that is confirmed without a payment method. */
export const missingMethod = (kind: IntentKind, customer: string | null): ApiError => {
  const advice =
    kind === 'SetupIntent' || customer === null
      ? `You can either update the ${kind} with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.`
      : `To confirm the PaymentIntent with ${customer}, specify a payment method attached to this customer along with the customer ID.`;
  return invalidRequest(
    `You cannot confirm this ${kind} because it's missing a payment method. ${advice}`,
    { code: unexpectedState[kind] },
  );
};

/** Why a client secret does not give access to an intent; `null` if it does, or if it is absent. */
export const secretProblem = (
  kind: IntentKind,
  { client_secret }: { readonly client_secret: string },
  given: string | undefined,
): ApiError | null =>
  given === undefined || given === client_secret
    ? null
    : invalidRequest(
        `The client_secret provided does not match the client_secret associated with the ${kind}.`,
        { code: invalidParameter[kind], param: 'client_secret' },
      );

// Parameters that only a confirmation uses.
const confirmationParams = [
  'confirmation_token',
  'error_on_requires_action',
  'mandate_data',
  'off_session',
  'return_url',
] as const;

/** Why an intent cannot be created without its confirmation; `null` if it can. */
export const earlyProblem = (
  kind: IntentKind,
  params: { readonly [K in (typeof confirmationParams)[number]]?: unknown },
): ApiError | null => {
  // Recorded: `off_session=false`, which many shops always send, is accepted.
  const param = confirmationParams.find(
    (name) => params[name] !== undefined && !(name === 'off_session' && params[name] === false),
  );
  return param === undefined
    ? null
    : invalidRequest(
        `The parameter \`${param}\` cannot be passed when creating a ${kind} unless \`confirm\` is set to true.`,
        { param },
      );
};
