import { createMatcher, type Endpoint, type PathParams } from './core/matcher.js';
import type { HttpRequest, HttpResponse } from './core/message.js';
import { defectResponse, type ErrorAnswers, failureResponse } from './failure-response.js';
import { routeNotFound } from './route-not-found.js';

/** Sees a request to the interface: with the whole path that the caller asked for, and its part below the mount. */
export type SeeRequest = (request: HttpRequest, path: string, below: string) => void;

/** The endpoint of a request. */
type FoundEndpoint = { readonly endpoint: Endpoint; readonly params: PathParams };

/** The endpoints of an interface. A binding only translates messages for it. */
export type ServedEndpoints = {
  /** Where they are mounted: the empty string, or `/shop`. */
  readonly mount: string;
  readonly errors: ErrorAnswers;
  readonly find: (method: string, path: string) => FoundEndpoint | undefined;
  /**
   * Answers a request with its endpoint, or 404 without one, and writes the response. A defect, also of writing, is answered too.
   * `asked`: the whole path that the caller asked for; `below`: its part below the mount.
   */
  readonly answer: <A>(
    request: HttpRequest,
    found: FoundEndpoint | undefined,
    write: (response: HttpResponse) => A | Promise<A>,
    asked?: string,
    below?: string,
  ) => Promise<A>;
};

/** Serves endpoints below a path. */
export const serveEndpoints = (
  endpoints: ReadonlyArray<Endpoint>,
  errors: ErrorAnswers,
  mount = '',
  seeRequest?: SeeRequest,
): ServedEndpoints => ({
  mount,
  errors,
  find: createMatcher(endpoints.map((endpoint) => ({ ...endpoint, path: mount + endpoint.path }))),
  answer: async (
    request,
    found,
    write,
    asked = request.path,
    below = request.path.slice(mount.length),
  ) => {
    try {
      const { problem } = request;
      if (found !== undefined) seeRequest?.(request, asked, below);
      if (problem !== undefined) {
        return await write(
          failureResponse({ _tag: 'BrokenRequest', status: problem }, request, errors),
        );
      }
      return await write(
        found === undefined
          ? failureResponse(routeNotFound(endpoints, request, below), request, errors)
          : await found.endpoint.handle(request, found.params),
      );
    } catch (cause) {
      return write(defectResponse(cause, request, errors));
    }
  },
});
