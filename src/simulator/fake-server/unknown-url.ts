import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import {
  misspeltRoute,
  segmentsOf,
  takes,
} from '../../adapters/inbound/http/core/misspelt-route.js';
import { redact } from '../../domain/text/redact.js';
import { jsonText, wireError, wireJson } from '../wire/wire-response.js';

type Route = Pick<Endpoint, 'method' | 'path'>;

/** Where the server lists the endpoints that it simulates. */
const endpointsPath = '/_processor/endpoints';

const emptyPart =
  ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';

const named = ({ method, path }: Route): string => `${method} ${path}`;

/** Names the known routes that a caller may have meant, as a sentence; empty where none is near. */
const nearest = (routes: ReadonlyArray<Route>, method: string, path: string): string => {
  const here = routes.filter((route) => takes(route, path));
  if (here.length > 0) {
    const methods = [...new Set(here.map((route) => route.method))].toSorted().join(', ');
    return ` ${here[0]?.path ?? path} takes ${methods}.`;
  }
  const closest = misspeltRoute(routes, method, path);
  if (closest !== undefined) return ` Did you mean ${named(closest)}?`;
  const [version, part] = segmentsOf(path);
  const relatives = routes.filter((route) => {
    const [first, second] = segmentsOf(route.path);
    return first === version && second === part;
  });
  const paths = [...new Set(relatives.map((route) => route.path))].slice(0, 3);
  return paths.length === 0 ? '' : ` Near it there is ${paths.join(', ')}.`;
};

/** Answers URLs that the server does not know; also the endpoint that lists those that it does. */
export const unknownUrls = (
  routes: ReadonlyArray<Route>,
  url: string,
): {
  readonly answer: (request: HttpRequest) => HttpResponse;
  readonly list: Endpoint;
} => {
  const listUrl = `${url}${endpointsPath}`;

  const describe = (method: string, path: string): string => {
    const shown = redact(path);
    if (path.startsWith('/_processor')) {
      return `There is no control at ${method} ${shown}. GET / lists the controls.`;
    }
    const empty = /\/(?:\/|$)/.test(path) ? emptyPart : '';
    return `Unrecognized request URL (${method}: ${shown}).${empty} It is not simulated by this server, pasarela fake.${nearest(routes, method, path)} Every endpoint that is: ${listUrl}`;
  };

  return {
    answer: ({ method, path }) =>
      wireError({
        status: 404,
        error: { type: 'invalid_request_error', message: describe(method, path) },
      }),
    list: {
      method: 'GET',
      path: endpointsPath,
      handle: () =>
        wireJson(
          200,
          jsonText({
            about:
              'The endpoints of Stripe that this server simulates. Every other one is answered with 404.',
            endpoints: routes.map(named).toSorted((one, other) => {
              const [, first = ''] = one.split(' ');
              const [, second = ''] = other.split(' ');
              return first.localeCompare(second, 'en') || one.localeCompare(other, 'en');
            }),
          }),
        ),
    },
  };
};
