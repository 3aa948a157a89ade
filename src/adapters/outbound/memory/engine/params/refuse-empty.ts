import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import { refuseParam } from './refuse-param.js';

/** A parameter that cannot be taken away is refused an empty text. */
export const refuseEmpty = (name: string): E.Either<ApiError, never> =>
  refuseParam(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    name,
    'parameter_invalid_empty',
  );
