import type { CheckoutSession } from '../domain/objects/checkout-session.js';
import { withoutClientSecret } from './without-client-secret.js';

/** The session without its `url` and its `client_secret`: a reader could pay in the customer's place, and see the customer's data. */
export const withoutCheckoutUrl = (session: CheckoutSession): CheckoutSession => {
  const { url: _, ...rest } = withoutClientSecret(session);
  return rest;
};
