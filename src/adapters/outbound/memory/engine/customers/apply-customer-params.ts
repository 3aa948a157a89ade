import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { mergeMetadata } from '../merge-metadata.js';
import type { CustomerObject } from '../objects/customer-object.js';
import type { CustomerParams } from './customer-params.js';

// No part can match what another part matches: the time that it takes grows with the text, not with its square.
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const textOf = (given: string | undefined, before: string | null): string | null => {
  if (given === undefined) return before;
  return given === '' ? null : given;
};

const valueOf = <A, B>(given: A | '' | undefined, before: B, none: B): A | B => {
  if (given === undefined) return before;
  return given === '' ? none : structuredClone(given);
};

/** The customer with what the parameters say; what they do not name stays. */
export const applyCustomerParams = (
  customer: CustomerObject,
  params: CustomerParams,
): E.Either<ApiError, CustomerObject> => {
  if (params.email !== undefined && params.email !== '' && !email.test(params.email)) {
    return E.left(
      invalidRequest(`Invalid email address: ${params.email}`, {
        code: 'email_invalid',
        param: 'email',
      }),
    );
  }
  return pipe(
    mergeMetadata(customer.metadata, params.metadata),
    E.map((metadata) => ({
      ...customer,
      address: valueOf(params.address, customer.address, null),
      description: textOf(params.description, customer.description),
      email: textOf(params.email, customer.email),
      metadata,
      name: textOf(params.name, customer.name),
      phone: textOf(params.phone, customer.phone),
      preferred_locales: valueOf(params.preferred_locales, customer.preferred_locales, []),
      shipping: valueOf(params.shipping, customer.shipping, null),
    })),
  );
};
