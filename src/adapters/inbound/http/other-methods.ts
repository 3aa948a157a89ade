import { createMatcher, type Endpoint } from './core/matcher.js';
import { type ErrorAnswers, failureResponse } from './failure-response.js';

const paramsIn = (path: string): number => path.split('/:').length;

/**
 * Endpoints that answer every other method on the paths of these endpoints: 405 with `Allow` (decision E19). To be listed after
 * them, because the first endpoint that matches wins.
 */
export const otherMethods = (
  endpoints: ReadonlyArray<Endpoint>,
  errors: ErrorAnswers,
): ReadonlyArray<Endpoint> => {
  const match = createMatcher(endpoints);
  const methods = new Set(endpoints.map(({ method }) => method).toSorted());
  // `HEAD` is answered like `GET`.
  const allowedOn = (path: string): ReadonlyArray<string> =>
    [...methods]
      .filter((method) => match(method, path) !== undefined)
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  // `/payments/create` is also a path of `/payments/:id`, and knows the methods of both.
  const paths = [...new Set(endpoints.map(({ path }) => path))].toSorted(
    (one, other) => paramsIn(one) - paramsIn(other),
  );
  return paths.map((path) => {
    const allowed = allowedOn(path);
    return {
      method: '*',
      path,
      handle: (request) => failureResponse({ _tag: 'MethodNotAllowed', allowed }, request, errors),
    };
  });
};
