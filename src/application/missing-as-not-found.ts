import { otherResourceOf } from '../domain/id-prefixes.js';
import type { NotFound, ProcessorError } from '../domain/payment-error.js';
import type { Resource } from '../domain/refusal.js';

const notFound = (resource: Resource, id: string | undefined): NotFound => {
  const given = id === undefined ? undefined : otherResourceOf(resource, id);
  return { _tag: 'NotFound', resource, ...(given === undefined ? {} : { given }) };
};

/**
 * Turns the processor's `resource_missing` into `NotFound` when it is about the object that the caller named. `id`: its id, which may
 * be one of something else.
 */
export const missingAsNotFound =
  (resource: Resource, id?: string) =>
  (error: ProcessorError): ProcessorError | NotFound =>
    error._tag === 'ProcessorRefused' &&
    error.code === 'resource_missing' &&
    (error.param === null ||
      error.param === 'id' ||
      error.param === (resource === 'checkout_session' ? 'session' : resource) ||
      error.param === 'intent')
      ? notFound(resource, id)
      : error;
