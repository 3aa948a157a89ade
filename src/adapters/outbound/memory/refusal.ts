import type { ProcessorError } from '../../../domain/payment-error.js';

/** The refusal of a control that was used wrongly. */
export const refusal = (message: string, param: string): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message,
  code: null,
  param,
});
