import type { ProcessorError } from '../../../domain/payment-error.js';

/** Whether the processor refused a call because the object with this id is not there. */
export const isMissing = (error: ProcessorError, id: string): boolean =>
  error._tag === 'ProcessorRefused' &&
  error.code === 'resource_missing' &&
  error.message.includes(id);
