import type { NotFound, ProcessorError } from '../domain/payment-error.js';
import type { Resource } from '../domain/refusal.js';

/** Turns the processor's `resource_missing` into `NotFound` when it is about the object that the caller named. */
export const missingAsNotFound =
  (resource: Resource) =>
  (error: ProcessorError): ProcessorError | NotFound =>
    error._tag === 'ProcessorRefused' &&
    error.code === 'resource_missing' &&
    (error.param === null ||
      error.param === 'id' ||
      error.param === (resource === 'checkout_session' ? 'session' : resource) ||
      error.param === 'intent')
      ? { _tag: 'NotFound', resource }
      : error;
