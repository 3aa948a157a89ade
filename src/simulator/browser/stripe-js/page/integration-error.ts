/** A mistake in the shop's page, thrown as Stripe.js throws it. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
