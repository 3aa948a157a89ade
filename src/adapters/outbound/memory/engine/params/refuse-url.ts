import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import { refuseParam } from './refuse-param.js';

/** Refuses a URL: for want of a scheme, or because it is none. */
export const refuseUrl = (url: string, name: string): E.Either<ApiError, never> =>
  refuseParam(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(url)
      ? 'Not a valid URL'
      : 'Invalid URL: An explicit scheme (such as https) must be provided.',
    name,
    'url_invalid',
  );
