import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';

/** Why a client's secret does not give it an intent; `null` when it does, or when none is given. */
export const secretProblem = (
  { client_secret }: PaymentIntentObject,
  given: string | undefined,
): ApiError | null =>
  given === undefined || given === client_secret
    ? null
    : invalidRequest(
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
        { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
      );
