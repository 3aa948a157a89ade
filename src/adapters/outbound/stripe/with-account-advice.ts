import type { ProcessorError } from '../../../domain/payment-error.js';

/** Advice for refusals of the account, by how the refusal begins: it says what to do instead. */
const withAdvice =
  (refusal: string, advice: string) =>
  (error: ProcessorError): ProcessorError =>
    error._tag === 'ProcessorRefused' && error.message.startsWith(refusal)
      ? { ...error, message: `${error.message} ${advice}` }
      : error;

/** Most accounts may not send card numbers (decision P12). */
export const withRawCardAdvice = withAdvice(
  'Sending credit card numbers directly to the Stripe API is generally unsafe',
  'Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...',
);

/** New accounts may not give customers cards by tokens (decision P13). */
export const withCardTokenAdvice = withAdvice(
  'Card Token usage on the Customers API and Charges API has reached end of life',
  'Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la librería, la opción cards) para guardarlas como métodos de pago.',
);
