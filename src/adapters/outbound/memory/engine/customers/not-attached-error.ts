import { type ApiError, invalidRequest } from '../errors.js';

/** Only what is attached to a customer can pay the customer's invoices. */
export const notAttachedError = (paymentMethod: string): ApiError =>
  invalidRequest(
    `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
  );
