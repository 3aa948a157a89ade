import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';

/** What a form says under a name: text, several values in order, or more names. */
export type WireValue = string | ReadonlyArray<WireValue> | WireHash;

/** Values by name, as brackets nest them: `card[number]=4242`. */
export type WireHash = { readonly [name: string]: WireValue };

/** Reads one parameter. `name` is the whole of it, as the caller wrote it: `card[number]`. */
export type Param<A> = {
  readonly read: (value: WireValue, name: string) => E.Either<ApiError, A>;
};

/** A parameter is refused. */
export const refuseParam = (
  message: string,
  param: string,
  code?: string,
): E.Either<ApiError, never> =>
  E.left(invalidRequest(message, { param, ...(code === undefined ? {} : { code }) }));

/** A parameter that cannot be taken away is refused an empty text. */
export const refuseEmpty = (name: string): E.Either<ApiError, never> =>
  refuseParam(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    name,
    'parameter_invalid_empty',
  );

/** Refuses a URL: for want of a scheme, or because it is none. */
export const refuseUrl = (url: string, name: string): E.Either<ApiError, never> =>
  refuseParam(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(url)
      ? 'Not a valid URL'
      : 'Invalid URL: An explicit scheme (such as https) must be provided.',
    name,
    'url_invalid',
  );
