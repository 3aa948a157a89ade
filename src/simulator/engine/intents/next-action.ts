import type { RequestContext } from '../kernel/request-context.js';
import type { NextAction } from '../objects/payment-intent.js';

/** The page to which the customer returns after a challenge; `null`: the client's library handles the challenge. */
export const returnUrlOf = ({
  return_url = null,
  use_stripe_sdk,
}: {
  readonly return_url?: string | null;
  readonly use_stripe_sdk?: boolean;
}): string | null => (use_stripe_sdk === true ? null : return_url);

/** The 3D Secure challenge of an intent. */
export const nextAction = (
  { challengeUrl }: Pick<RequestContext, 'challengeUrl'>,
  intent: string,
  returnUrl: string | null,
): NextAction =>
  returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: challengeUrl(intent) },
      }
    : {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: challengeUrl(intent) },
      };
