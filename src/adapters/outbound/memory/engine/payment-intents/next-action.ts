import type { NextAction } from '../objects/payment-intent.js';

/** What the customer has to do: go to a page and come back, or let the client's library take care of it. */
export const nextAction = (url: string, returnUrl: string | null): NextAction =>
  returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
