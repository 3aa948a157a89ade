import { createHash } from 'node:crypto';
import { isObject } from '../../../domain/input/json.js';
import type { ProcessorError } from '../../../domain/payment-error.js';

// Created objects carry their idempotency key under this name in their metadata (decision P14).
const keyMetadata = 'pasarela_key';

const metadataOf = (object: object): object => {
  const metadata: unknown = Reflect.get(object, 'metadata');
  return isObject(metadata) ? metadata : {};
};

/** Adds the idempotency key to the metadata of an object to be created. */
export const withKeyMetadata = <I extends object>(
  input: I,
  idempotencyKey: string | undefined,
): I =>
  idempotencyKey === undefined
    ? input
    : { ...input, metadata: { ...metadataOf(input), [keyMetadata]: idempotencyKey } };

/** The idempotency key in the metadata of an object. */
export const keyInMetadata = (object: object): string | undefined => {
  const key: unknown = Reflect.get(metadataOf(object), keyMetadata);
  return typeof key === 'string' ? key : undefined;
};

const maxKeyLength = 255;

/** The idempotency key of the second request of a call: the processor accepts a key for one request only. */
export const secondKeyOf = (key: string): string => {
  const second = `${key}/2`;
  return second.length <= maxKeyLength ? second : createHash('sha256').update(second).digest('hex');
};

/** The error of a call whose second request failed: the first was done, so the error must not report that nothing was. */
export const asBegun = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorUnavailable' ? { ...error, outcome: 'unknown' } : error;
