import * as E from 'fp-ts/lib/Either.js';
import type { RequestError } from './http-error.js';

/** A JSON object by its keys. No body is an empty one; an array or a scalar is refused (decision E11). */
export const jsonObject = (
  json: unknown,
): E.Either<RequestError, { readonly [key: string]: unknown }> =>
  json === undefined || (typeof json === 'object' && json !== null && !Array.isArray(json))
    ? E.right({ ...json })
    : E.left({ _tag: 'InvalidJson' });
