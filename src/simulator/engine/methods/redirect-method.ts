import { docUrl } from '../errors.js';
import type { MethodBehaviour } from './method.js';

/** A method without test values: the customer decides on the page of the bank. */
export const asCustomerDecides = (): MethodBehaviour => ({
  decline: null,
  secondsInProcessing: 0,
  dispute: null,
});

// Recorded in test mode (a webhook of 2022 in the tests of a video shop): the page about the error names the code, which versions
// before it show as payment_intent_authentication_failure.
/** The error of a payment that the customer refuses on another page or in an app. No charge is made. */
export const customerDecline = {
  code: 'payment_method_customer_decline',
  doc_url: docUrl('payment_method_customer_decline'),
  message:
    'The customer did not approve the PaymentIntent. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
};
