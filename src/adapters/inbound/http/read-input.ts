import * as E from 'fp-ts/lib/Either.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import { decodeSupported } from '../../../application/unsupported-operations.js';
import { unknownNames } from '../../../domain/input/field-names.js';
import { countsAsMissing } from '../../../domain/input/input.js';
import { isInexact, JsonNumber } from '../../../domain/input/json-number.js';
import type { UnknownFields } from '../../../domain/payment-error.js';
import type { ProcessorFeatures } from '../../../domain/processor-feature.js';
import type { AddressOf } from './access/client-address.js';
import type { HttpError } from './http-error.js';
import { jsonMembers, jsonObject } from './json-body.js';
import type { Route } from './route.js';
import type { JsonBody, RouteRequest } from './route-request.js';

type Values = { readonly [name: string]: unknown };

type Names = { readonly [wire: string]: string };

/** Copies values into the fields that they stand for and that have no value yet. */
type Pick = (values: Values, into: Record<string, unknown>) => void;

const picker = (
  names: Names | undefined,
  isAbsent = (value: unknown): boolean => value === undefined,
): Pick => {
  const pairs = Object.entries(names ?? {});
  return (values, into) => {
    for (const [wire, field] of pairs) {
      const isOpen = into[field] === undefined && Object.hasOwn(values, wire);
      if (isOpen && !isAbsent(values[wire])) into[field] = values[wire];
    }
  };
};

// An empty query parameter (`?limit=`) counts as absent.
const isEmpty = (value: unknown): boolean => value === undefined || value === '';

// A number that may be inexact has many digits or an exponent.
const perhapsInexact = /[0-9][0-9.]{15}|[0-9][eE]/;

// JSON.stringify repeats no key: a text that it would write has none twice. It throws for what is nested very deep.
const repeatsNoKey = (body: Values, text: string): boolean => {
  try {
    return JSON.stringify(body) === text;
  } catch {
    return false;
  }
};

// Numbers that JavaScript cannot hold exactly stay as they were written. Where money moves, a repeated key is refused:
// JSON parsers disagree on which value counts.
const asWritten = (
  { movesMoney, body: names = {} }: Route,
  body: Values,
  text: string,
): E.Either<HttpError, Values> => {
  const isOrdinary = !perhapsInexact.test(text) && (!movesMoney || repeatsNoKey(body, text));
  if (isOrdinary) return E.right(body);
  const { repeated, numbers } = jsonMembers(text);
  const twice = repeated.find((key) => key in names);
  if (movesMoney && twice !== undefined) {
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

const readObject = (route: Route, { value, text }: JsonBody): E.Either<HttpError, Values> => {
  const body = jsonObject(value);
  return E.isLeft(body) || text === undefined ? body : asWritten(route, body.right, text);
};

const none: Values = {};

const readBody = async (
  route: Route,
  request: RouteRequest,
): Promise<E.Either<HttpError, Values>> => {
  if (route.rawBody !== undefined) {
    const raw = await request.raw();
    return E.isRight(raw) ? E.right({ [route.rawBody]: raw.right }) : raw;
  }
  const json = await request.json();
  return E.isRight(json) ? readObject(route, json.right) : json;
};

// A query parameter is shown with its question mark, because the same name may be valid in the body.
const unknownFinder = (
  route: Route,
): ((body: Values, query: Values) => UnknownFields['fields']) => {
  // The operator chose the webhook's URL, and may have added any query parameters to it.
  if (route.access === 'signature') return () => [];
  const inBody = Object.keys(route.body ?? {});
  const inQuery = Object.keys(route.query ?? {});
  const unknownInBody = unknownNames(inBody);
  const unknownInQuery = unknownNames(inQuery, [...inQuery, ...inBody]);
  return (body, query) => [
    ...unknownInBody(body),
    ...unknownInQuery(query).map(({ name, nearest }) => ({ name: `?${name}`, nearest })),
  ];
};

// Where money moves, nobody guesses which of two objects was meant. Elsewhere the path has priority, as the interface says of the
// deletion of a customer (section 4.5).
const fieldWithOtherObject = ({
  movesMoney,
  params = {},
  body: names = {},
}: Route): ((inPath: Values, body: Values) => string | undefined) => {
  const inBoth = Object.entries(names).filter(
    ([, field]) => movesMoney && Object.values(params).includes(field),
  );
  return (inPath, body) =>
    inBoth.find(
      ([wire, field]) =>
        inPath[field] !== undefined && !countsAsMissing(body[wire]) && body[wire] !== inPath[field],
    )?.[0];
};

/** The name of an input field in the requests of a route. */
export const wireNameOf =
  (route: Route) =>
  (field: string): string => {
    const names: Names = { ...route.params, ...route.query, ...route.body };
    const wire = Object.entries(names)
      .findLast(([, named]) => named === field)
      ?.at(0);
    return wire ?? field;
  };

/** The name of a required input field in the text about missing ones. */
export const labelOf =
  (route: Route) =>
  (field: string): string =>
    route.labels?.[field] ?? wireNameOf(route)(field);

/**
 * Reads a route's input from path, query, headers and body, and decodes it. The path has priority over the body, but where money
 * moves, another object in the body is refused. Unknown fields are refused or logged. Fields that the processor does not take are
 * refused too.
 */
export const inputReader = (
  route: Route,
  features: ProcessorFeatures = {},
  addressOf: AddressOf = ({ remoteAddress = '' }) => remoteAddress,
): ((
  request: RouteRequest,
  checkUnknownFields: CheckUnknownFields,
) => E.Either<HttpError, object> | Promise<E.Either<HttpError, object>>) => {
  const unknownIn = unknownFinder(route);
  const otherIn = fieldWithOtherObject(route);
  const pickParams = picker(route.params);
  const pickQuery = picker(route.query, isEmpty);
  const pickHeaders = picker(route.headers);
  const pickBody = picker(
    route.rawBody === undefined ? route.body : { [route.rawBody]: route.rawBody },
  );
  const decode = decodeSupported(features, route.operation, (without) =>
    route.decode(wireNameOf(route), labelOf(route), without),
  );

  const { fromRequest } = route;

  const decodeWith = (
    body: Values,
    request: RouteRequest,
    checkUnknownFields: CheckUnknownFields,
  ): E.Either<HttpError, object> => {
    const { params, query, headers } = request;
    const checked = checkUnknownFields(route.operation, unknownIn(body, query))();
    if (E.isLeft(checked)) return checked;
    const given: Record<string, unknown> = {};
    pickParams(params, given);
    const field = otherIn(given, body);
    if (field !== undefined) {
      return E.left({ _tag: 'InvalidInput', field, refusal: { _tag: 'OtherInPath' } });
    }
    pickQuery(query, given);
    pickHeaders(headers, given);
    if (route.allHeaders !== undefined) given[route.allHeaders] = headers;
    pickBody(body, given);
    // The caller is the customer's browser, or passes its address on.
    if (fromRequest !== undefined && given[fromRequest] === true) {
      given[fromRequest] = { ip_address: addressOf(request), user_agent: headers['user-agent'] };
    }
    return decode(given);
  };

  // Without a body there is nothing to wait for.
  if (route.body === undefined && route.rawBody === undefined) {
    return (request, checkUnknownFields) => decodeWith(none, request, checkUnknownFields);
  }
  return async (request, checkUnknownFields) => {
    const body = await readBody(route, request);
    return E.isLeft(body) ? body : decodeWith(body.right, request, checkUnknownFields);
  };
};
