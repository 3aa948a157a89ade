import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import type { NextAction } from '../objects/payment-intent.js';

// The customer approves in an app, while the page of the shop waits.
const isInApp = (instrument: Instrument): boolean =>
  !isCard(instrument) && methods[instrument.face.type].confirmation === 'app';

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
): string | null => {
  if (isCard(instrument)) return use_stripe_sdk === true ? null : return_url;
  return isInApp(instrument) ? null : return_url;
};

type SdkAction = Extract<NextAction, { readonly type: 'use_stripe_sdk' }>['use_stripe_sdk']['type'];

/** The part of Stripe.js in the customer's action: its shape is not documented, so its types are ours. */
export const sdkActionOf = (instrument: Instrument): SdkAction =>
  isInApp(instrument) ? 'await_approval' : 'three_d_secure_redirect';

/** The action of the customer: a 3D Secure challenge, or the page of another method. */
export const nextAction = (
  { challengeUrl }: Pick<RequestContext, 'challengeUrl'>,
  intent: string,
  returnUrl: string | null,
  type: SdkAction = 'three_d_secure_redirect',
): NextAction =>
  returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type, stripe_js: challengeUrl(intent) },
      }
    : {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: challengeUrl(intent) },
      };
