import { type Decline, docUrl } from '../errors.js';

/** The provider of a method declines a payment that its customer has approved. The code is documented, the words are ours. */
export const providerDecline: Decline = {
  code: 'payment_method_provider_decline',
  message:
    'The provider of the payment method declined the payment. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
};

/** The error of a payment that its customer did not approve in time. The code is documented, the words are ours. */
export const attemptExpired = {
  code: 'payment_intent_payment_attempt_expired',
  doc_url: docUrl('payment_intent_payment_attempt_expired'),
  message:
    'The customer did not approve the PaymentIntent in time. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
};
