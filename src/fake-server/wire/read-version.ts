import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors/api-error.js';
import { invalidRequest } from '../../adapters/outbound/memory/engine/errors/invalid-request.js';

/** The version whose shapes this server answers. */
const newest = '2026-10-28.endive';

/** The version that a request is answered in: the one that it asks for by `Stripe-Version`, else the newest. */
export const readVersion = (header: string): E.Either<ApiError, string> => {
  if (header === '') return E.right(newest);
  return /^\d{4}-\d{2}-\d{2}(?:\.[a-z]+)?$/.test(header)
    ? E.right(header)
    : E.left(invalidRequest(`Invalid Stripe API version: ${header.slice(0, 40)}`));
};
