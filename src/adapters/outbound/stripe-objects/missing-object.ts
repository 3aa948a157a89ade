import type { ProcessorError } from '../../../domain/payment-error.js';

/** Whether the processor refused a call because it has no object with this id. */
export const isMissing = (error: ProcessorError, id: string): boolean =>
  error._tag === 'ProcessorRefused' &&
  error.code === 'resource_missing' &&
  error.message.includes(id);

/** Says that a customer has no such payment method, where the processor only says "Invalid request": a 404 without a code. */
export const asMissing =
  (paymentMethod: string) =>
  (error: ProcessorError): ProcessorError =>
    error._tag === 'ProcessorRefused' && error.status === 404 && error.code === null
      ? {
          ...error,
          code: 'resource_missing',
          message: `No such PaymentMethod: '${paymentMethod}'`,
        }
      : error;
