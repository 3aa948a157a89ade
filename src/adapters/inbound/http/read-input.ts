import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import { unknownNames } from '../../../domain/field-names.js';
import { decodeInput } from '../../../domain/input.js';
import { isInexact, JsonNumber } from '../../../domain/json-number.js';
import type { InvalidInput, UnknownFields } from '../../../domain/payment-error.js';
import type { HttpError } from './http-error.js';
import type { RouteRequest } from './http-message.js';
import { jsonMembers, jsonObject } from './json-body.js';
import type { Route } from './route.js';

type Values = { readonly [name: string]: unknown };

type Names = { readonly [wire: string]: string };

// If several names stand for the same field, the first one with a value is used.
const pick = (names: Names | undefined, values: Values): Values => {
  const picked: Record<string, unknown> = {};
  for (const [wire, field] of Object.entries(names ?? {})) {
    if (picked[field] === undefined && Object.hasOwn(values, wire)) picked[field] = values[wire];
  }
  return picked;
};

// An empty query parameter (`?limit=`) counts as absent.
const filledIn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

// Numbers that JavaScript cannot hold exactly stay as they were written. Where money moves, a repeated key is refused:
// JSON parsers disagree on which value counts.
const asWritten = (
  route: Route,
  body: Values,
  text: string | undefined,
): E.Either<InvalidInput, Values> => {
  if (text === undefined) return E.right(body);
  const { repeated, numbers } = jsonMembers(text);
  const [twice] = repeated.filter((key) => route.body !== undefined && key in route.body);
  if (route.movesMoney && twice !== undefined) {
    return E.left({ _tag: 'InvalidInput', field: twice, refusal: { _tag: 'Repeated' } });
  }
  const inexact = [...numbers].filter(
    ([key, source]) => typeof body[key] === 'number' && isInexact(source),
  );
  return E.right({
    ...body,
    ...Object.fromEntries(inexact.map(([key, source]) => [key, new JsonNumber(source)])),
  });
};

const bodyOf = (route: Route, request: RouteRequest): TE.TaskEither<HttpError, Values> => {
  if (route.rawBody !== undefined) {
    const field = route.rawBody;
    return pipe(
      request.raw,
      TE.map((raw) => ({ [field]: raw })),
    );
  }
  if (route.body === undefined) return TE.right({});
  return pipe(
    request.json,
    TE.flatMapEither(jsonObject),
    TE.flatMapEither((body) => asWritten(route, body, request.jsonText?.())),
  );
};

const namesOf = (names: Names | undefined): ReadonlyArray<string> => Object.keys(names ?? {});

// A query parameter is shown with its question mark, because the same name may be valid in the body.
const unknownIn = (route: Route, body: Values, query: Values): UnknownFields['fields'] => {
  // The operator chose the webhook's URL, and may have added any query parameters to it.
  if (route.access === 'signature') return [];
  const inBody = namesOf(route.body);
  const inQuery = namesOf(route.query);
  return [
    ...unknownNames(inBody)(body),
    ...unknownNames(inQuery, [...inQuery, ...inBody])(query).map(({ name, nearest }) => ({
      name: `?${name}`,
      nearest,
    })),
  ];
};

/** The name of an input field in the messages of a route. */
export const labelOf =
  (route: Route) =>
  (field: string): string => {
    const names: Names = { ...route.params, ...route.query, ...route.body };
    const wire = Object.entries(names)
      .findLast(([, named]) => named === field)
      ?.at(0);
    return route.labels?.[field] ?? wire ?? field;
  };

/**
 * Reads a route's input from path, query, headers and body, and decodes it. The path has priority over the body. Unknown fields
 * are refused or logged.
 */
export const readInput = (
  route: Route,
  request: RouteRequest,
  checkUnknownFields: CheckUnknownFields,
): TE.TaskEither<HttpError, unknown> =>
  pipe(
    bodyOf(route, request),
    TE.tap((body) =>
      TE.fromIOEither(checkUnknownFields(route.operation, unknownIn(route, body, request.query))),
    ),
    TE.flatMapEither((body) =>
      decodeInput(
        route.input,
        labelOf(route),
      )({
        ...(route.rawBody === undefined ? pick(route.body, body) : body),
        ...pick(route.headers, request.headers),
        ...pick(route.query, filledIn(request.query)),
        ...pick(route.params, request.params),
      }),
    ),
  );
