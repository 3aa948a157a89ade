import type { NotFound, ProcessorError } from '../domain/payment-error.js';
import type { Resource } from '../domain/refusal.js';

/** The processor's `resource_missing` about the object that the caller named, as our own `NotFound`. */
export const missingAsNotFound =
  (resource: Resource) =>
  (error: ProcessorError): ProcessorError | NotFound =>
    error._tag === 'ProcessorRefused' &&
    error.code === 'resource_missing' &&
    (error.param === null ||
      error.param === 'id' ||
      error.param === resource ||
      error.param === 'intent')
      ? { _tag: 'NotFound', resource }
      : error;
