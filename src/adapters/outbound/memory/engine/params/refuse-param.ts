import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';

/** A parameter is refused. */
export const refuseParam = (
  message: string,
  param: string,
  code?: string,
): E.Either<ApiError, never> =>
  E.left(invalidRequest(message, { param, ...(code === undefined ? {} : { code }) }));
