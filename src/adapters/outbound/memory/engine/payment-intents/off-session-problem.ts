import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { ConfirmIntentParams } from './intent-params.js';

/** Why an intent cannot be confirmed while the customer is away; `null` when it can. */
export const offSessionProblem = (
  { setup_future_usage }: Pick<PaymentIntentObject, 'setup_future_usage'>,
  { off_session = false }: Pick<ConfirmIntentParams, 'off_session'>,
): ApiError | null =>
  off_session === false || setup_future_usage === null
    ? null
    : invalidRequest(
        'You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.',
        { param: 'off_session' },
      );
