import type { ProcessorError } from '../../../domain/payment-error.js';

/** Whether the processor refused a call because it has no object with this id. */
export const isMissing = (error: ProcessorError, id: string): boolean =>
  error._tag === 'ProcessorRefused' &&
  error.code === 'resource_missing' &&
  error.message.includes(id);
