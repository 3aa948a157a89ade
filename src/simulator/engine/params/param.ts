import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';

/** The value of a form field: text, a list, or nested fields. */
export type WireValue = string | ReadonlyArray<WireValue> | WireHash;

/** Form fields by name; brackets nest them: `card[number]=4242`. */
export type WireHash = { readonly [name: string]: WireValue };

/** Reads one parameter. `name` is its full name as the caller wrote it: `card[number]`. */
export type Param<A> = {
  readonly read: (value: WireValue, name: string) => E.Either<ApiError, A>;
};

/** Reads the value of an optional parameter; `null` if absent. */
export const readOptional = <A, L, B>(
  value: A | undefined,
  read: (value: A) => E.Either<L, B>,
): E.Either<L, B | null> => (value === undefined ? E.right(null) : read(value));

/** The error for a parameter that the request lacks. */
export const missingParam = (param: string): ApiError =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** Refuses a parameter. */
export const refuseParam = (
  message: string,
  param: string,
  code?: string,
): E.Either<ApiError, never> =>
  E.left(invalidRequest(message, { param, ...(code === undefined ? {} : { code }) }));

/** Refuses an empty text, which would unset the parameter. */
export const refuseEmpty = (name: string): E.Either<ApiError, never> =>
  refuseParam(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    name,
    'parameter_invalid_empty',
  );

/** Refuses a URL that has no scheme or is not valid. */
export const refuseUrl = (url: string, name: string): E.Either<ApiError, never> =>
  refuseParam(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(url)
      ? 'Not a valid URL'
      : 'Invalid URL: An explicit scheme (such as https) must be provided.',
    name,
    'url_invalid',
  );
