import { createHash } from 'node:crypto';
import type { ProcessorError } from '../../../domain/payment-error.js';

/** The name under which objects carry the idempotency key that they were created with, in their metadata (decision P14). */
const keyMetadata = 'pasarela_key';

const metadataOf = (object: object): object => {
  const metadata: unknown = Reflect.get(object, 'metadata');
  return typeof metadata === 'object' && metadata !== null ? metadata : {};
};

/** The input of a creation, whose object is to carry this idempotency key. Without a key it stays as it is. */
export const withKeyMetadata = <I extends object>(
  input: I,
  idempotencyKey: string | undefined,
): I =>
  idempotencyKey === undefined
    ? input
    : { ...input, metadata: { ...metadataOf(input), [keyMetadata]: idempotencyKey } };

/** The idempotency key that an object was created with, as far as it carries one. */
export const keyInMetadata = (object: object): string | undefined => {
  const key: unknown = Reflect.get(metadataOf(object), keyMetadata);
  return typeof key === 'string' ? key : undefined;
};

const longest = 255;

/** The idempotency key of the second request of one call: the processor takes each key for one request alone. */
export const secondKeyOf = (key: string): string => {
  const second = `${key}/2`;
  return second.length <= longest ? second : createHash('sha256').update(second).digest('hex');
};

/** How the second request of a call failed, for the call: something was done before it, whatever became of it. */
export const asBegun = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorUnavailable' ? { ...error, outcome: 'unknown' } : error;
