import type { ProcessorError } from '../../../domain/payment-error.js';

const refusal = 'Sending credit card numbers directly to the Stripe API is generally unsafe';

const advice =
  'Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...';

/** Most accounts may not send card numbers: the refusal says what to do instead (decision P12). */
export const withRawCardAdvice = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorRefused' && error.message.startsWith(refusal)
    ? { ...error, message: `${error.message} ${advice}` }
    : error;
