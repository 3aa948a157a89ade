import { createHash } from 'node:crypto';
import type { ProcessorError } from '../../domain/payment-error.js';

const longest = 255;

/** The idempotency key of the second request of one call: the processor takes each key for one request alone. */
export const secondKeyOf = (key: string): string => {
  const second = `${key}/2`;
  return second.length <= longest ? second : createHash('sha256').update(second).digest('hex');
};

/** How the second request of a call failed, for the call: something was done before it, whatever became of it. */
export const asBegun = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorUnavailable' ? { ...error, outcome: 'unknown' } : error;
