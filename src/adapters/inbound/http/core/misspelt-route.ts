import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { typingMistakes } from '../../../../domain/input/misspelt-names.js';
import type { Endpoint } from './matcher.js';

type Route = Pick<Endpoint, 'method' | 'path'>;

export const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

const isParam = (segment: string | undefined): boolean => segment?.startsWith(':') === true;

/** Whether a path is that of a route, whatever the method. */
export const takes = ({ path: known }: Route, path: string): boolean => {
  const wanted = segmentsOf(known);
  const given = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment === given[at] || (isParam(segment) && given[at] !== ''))
  );
};

// In each part of a path. Longer parts are not typing mistakes.
const mostMistakes = 2;
const longestPart = 40;

const mistakesIn = (wanted: string, given: string): number => {
  const lower = given.toLowerCase();
  return lower.length > longestPart
    ? Number.POSITIVE_INFINITY
    : typingMistakes(wanted, lower, mostMistakes);
};

/** How many letters lie between a path and that of a route; infinite where they have nothing in common. */
const distance = (route: Route, path: string): number => {
  const wanted = segmentsOf(route.path);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return Number.POSITIVE_INFINITY;
  const each = RA.zip(given)(wanted).map(([segment, part]) =>
    isParam(segment) ? Number(part === '') : mistakesIn(segment, part),
  );
  return each.some((mistakes) => mistakes > mostMistakes)
    ? Number.POSITIVE_INFINITY
    : each.reduce((sum, mistakes) => sum + mistakes, 0);
};

/** The known route that a caller may have meant: the same path but for a few letters. */
export const misspeltRoute = (
  routes: ReadonlyArray<Route>,
  method: string,
  path: string,
): Route | undefined =>
  routes
    .map((route) => ({
      route,
      mistakes: distance(route, path) + (route.method === method ? 0 : 0.5),
    }))
    .filter(({ mistakes }) => mistakes < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.mistakes - other.mistakes)[0]?.route;
