import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';

const emptyPart =
  ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';

/** Nothing is there. A path with an empty part is what becomes of a forgotten id. */
export const unrecognizedUrl = (method: string, path: string): ApiError => ({
  status: 404,
  error: {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).${/\/(?:\/|$)/.test(path) ? emptyPart : ''} Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  },
});
