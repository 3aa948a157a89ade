import { type ApiError, invalidRequest } from '../errors.js';
import { type Instrument, isCard, typeOfInstrument } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import type { IntentKind } from './refusals.js';

/** Why an intent does not take a payment method; `null` if it does. */
export const notTakenProblem = (
  kind: IntentKind,
  { payment_method_types: types }: { readonly payment_method_types: ReadonlyArray<string> },
  instrument: Instrument,
): ApiError | null => {
  const type = typeOfInstrument(instrument);
  // https://github.com/stripe/stripe-terminal-react-native/issues/745
  return types.includes(type)
    ? null
    : invalidRequest(
        `The PaymentMethod provided (${type}) is not allowed for this ${kind}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}. Alternatively, update the allowed payment_method_types for this ${kind} to include "${type}"`,
        { param: 'payment_method' },
      );
};

/** Why an intent cannot be confirmed with a payment method; `null` if it can. */
export const methodConfirmationProblem = (
  kind: IntentKind,
  instrument: Instrument,
  {
    return_url,
    off_session = false,
  }: { readonly return_url?: string; readonly off_session?: boolean | string },
): ApiError | null => {
  if (isCard(instrument)) return null;
  const { type } = instrument.face;
  const { confirmation, name } = methods[type];
  const isApproved = off_session !== false && instrument.setUp;
  if (confirmation !== 'redirect' || isApproved) return null;
  // https://github.com/stripe/stripe-react-native/issues/1835 and https://github.com/flutter-stripe/flutter_stripe/issues/225
  if (return_url === undefined) {
    return invalidRequest(
      `You must provide a \`return_url\` when confirming a ${kind} with the payment method type ${type}.`,
      { param: 'return_url' },
    );
  }
  return off_session === false
    ? null
    : invalidRequest(
        `The customer must approve each payment by ${name}: confirm it without off_session, or use the payment method that it was set up as.`,
        { param: 'off_session' },
      );
};

/** Why a setup intent cannot set up a payment method; `null` if it can. */
export const setUpProblem = (
  intent: { readonly payment_method_types: ReadonlyArray<string> },
  instrument: Instrument,
  params: { readonly return_url?: string },
): ApiError | null => {
  const problem =
    notTakenProblem('SetupIntent', intent, instrument) ??
    methodConfirmationProblem('SetupIntent', instrument, params);
  if (problem !== null || isCard(instrument)) return problem;
  const { type } = instrument.face;
  return methods[type].setUp === 'no'
    ? invalidRequest(`This simulator does not set up payment methods of the type ${type}`, {
        param: 'payment_method',
      })
    : null;
};
