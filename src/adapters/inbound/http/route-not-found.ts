import type { Endpoint } from './core/matcher.js';
import type { HttpRequest } from './core/message.js';
import { misspeltRoute, segmentsOf } from './core/misspelt-route.js';
import type { RequestError } from './http-error.js';

type Route = Pick<Endpoint, 'method' | 'path'>;

// Longer paths are not typing mistakes.
const mostSegments = 8;

/** The nearest route: misspelt, or with another beginning (`/refund`, `/api/v1/customers`). */
const nearestRoute = (
  routes: ReadonlyArray<Route>,
  method: string,
  path: string,
): Route | undefined => {
  const parts = segmentsOf(path);
  if (parts.length > mostSegments) return undefined;
  const known = routes.filter((route) => route.method !== '*');
  // Anything would fit the parameter of a route in a place that the path does not name.
  const fixed = known.filter((route) => !route.path.includes(':'));
  return parts
    .map((_, from) => `/${parts.slice(from).join('/')}`)
    .flatMap((end) => [
      misspeltRoute(known, method, end),
      misspeltRoute(known, method, `/api${end}`),
      misspeltRoute(fixed, method, `/api/payments${end}`),
    ])
    .find((route) => route !== undefined);
};

/** The 404 of a path that no route has (decision E10). `below`: the path below the mount. */
export const routeNotFound = (
  routes: ReadonlyArray<Route>,
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  below = path,
): RequestError => {
  const near = nearestRoute(routes, method, below);
  // The paths of the routes are those below the mount.
  const mount = path.slice(0, path.length - below.length);
  return {
    _tag: 'RouteNotFound',
    path,
    ...(near === undefined ? {} : { near: `${near.method} ${mount}${near.path}` }),
  };
};
