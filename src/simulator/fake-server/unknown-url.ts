import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { typingMistakes } from '../../domain/misspelt-names.js';
import { redact } from '../../domain/redact.js';
import { jsonText, wireError, wireJson } from '../wire/wire-response.js';

type Route = Pick<Endpoint, 'method' | 'path'>;

/** Where the server lists the endpoints that it simulates. */
const endpointsPath = '/_processor/endpoints';

const emptyPart =
  ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

const isParam = (segment: string | undefined): boolean => segment?.startsWith(':') === true;

const takes = (route: Route, path: string): boolean => {
  const wanted = segmentsOf(route.path);
  const given = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment === given[at] || (isParam(segment) && given[at] !== ''))
  );
};

const named = ({ method, path }: Route): string => `${method} ${path}`;

// In each part of a path. Longer parts are not typing mistakes.
const mostMistakes = 2;
const longestPart = 40;

const mistakesIn = (wanted: string, given: string): number => {
  const lower = given.toLowerCase();
  const isFar = lower.length > longestPart || Math.abs(wanted.length - lower.length) > mostMistakes;
  return isFar ? Number.POSITIVE_INFINITY : typingMistakes(wanted, lower);
};

/** How many letters lie between a path and that of a route; infinite where they have nothing in common. */
const distance = (route: Route, path: string): number => {
  const wanted = segmentsOf(route.path);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return Number.POSITIVE_INFINITY;
  const each = wanted.map((segment, at) =>
    isParam(segment) ? Number(given[at] === '') : mistakesIn(segment, given[at] ?? ''),
  );
  return each.some((mistakes) => mistakes > mostMistakes)
    ? Number.POSITIVE_INFINITY
    : each.reduce((sum, mistakes) => sum + mistakes, 0);
};

/** Names the known routes that a caller may have meant, as a sentence; empty where none is near. */
const nearest = (routes: ReadonlyArray<Route>, method: string, path: string): string => {
  const here = routes.filter((route) => takes(route, path));
  if (here.length > 0) {
    const methods = [...new Set(here.map((route) => route.method))].toSorted().join(', ');
    return ` ${here[0]?.path ?? path} takes ${methods}.`;
  }
  const [closest] = routes
    .map((route) => ({
      route,
      mistakes: distance(route, path) + (route.method === method ? 0 : 0.5),
    }))
    .filter(({ mistakes }) => mistakes < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.mistakes - other.mistakes);
  if (closest !== undefined) return ` Did you mean ${named(closest.route)}?`;
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
