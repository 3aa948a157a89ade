import type { Stripe } from 'stripe';
import type { PaymentIntent } from '../../../domain/payment-intent.js';
import { PaymentIntentReply } from './payment-intent-reply.js';
import type { StripeCall } from './stripe-call.js';

/** The call that retrieves an intent, with its latest charge. */
export const intentRetrieval = (
  { paymentIntents: api }: Stripe,
  id: string,
): StripeCall<PaymentIntent> => ({
  name: 'retrievePaymentIntent',
  send: (by) => api.retrieve(id, { expand: ['latest_charge'] }, by),
  reply: PaymentIntentReply,
});
