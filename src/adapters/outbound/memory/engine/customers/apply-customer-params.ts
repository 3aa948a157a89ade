import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../api-error.js';
import { invalidRequest } from '../invalid-request.js';
import { mergeMetadata } from '../merge-metadata.js';
import type { CustomerObject } from '../objects/customer-object.js';
import type { CustomerParams } from './customer-params.js';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const texts = ['email', 'name', 'phone', 'description'] as const;
const values = ['address', 'shipping', 'preferred_locales'] as const;

const given = (params: CustomerParams): Partial<CustomerObject> =>
  Object.fromEntries([
    ...texts.flatMap((field) =>
      params[field] === undefined ? [] : [[field, params[field] === '' ? null : params[field]]],
    ),
    ...values.flatMap((field) =>
      params[field] === undefined ? [] : [[field, structuredClone(params[field])]],
    ),
  ]);

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
    E.map((metadata) => ({ ...customer, ...given(params), metadata })),
  );
};
