import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard } from '../methods/instrument.js';
import type { NextAction } from '../objects/payment-intent.js';

/**
 * The page to which the customer returns after a challenge; `null`: the client's library handles the challenge, which it does
 * for cards.
 */
export const returnUrlOf = (
  {
    return_url = null,
    use_stripe_sdk,
  }: {
    readonly return_url?: string | null;
    readonly use_stripe_sdk?: boolean;
  },
  instrument: Instrument,
): string | null => (use_stripe_sdk === true && isCard(instrument) ? null : return_url);

/** The action of the customer: a 3D Secure challenge, or the page of another method. */
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
