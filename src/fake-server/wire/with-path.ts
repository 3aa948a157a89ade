import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';

/** The form with the names of the path. They belong to the path: said once more in the form, they are unknown there. */
export const withPath = (
  form: WireHash,
  path: { readonly [name: string]: string },
): E.Either<ApiError, WireHash> => {
  const twice = Object.keys(path).find((name) => Object.hasOwn(form, name));
  return twice === undefined
    ? E.right({ ...form, ...path })
    : E.left(
        invalidRequest(`Received unknown parameter: ${twice}`, {
          code: 'parameter_unknown',
          param: twice,
        }),
      );
};
