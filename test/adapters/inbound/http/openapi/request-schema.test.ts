import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import {
  bodySchema,
  type Part,
  requestParts,
} from '../../../../../src/adapters/inbound/http/openapi/request-schema.js';
import { inputReader } from '../../../../../src/adapters/inbound/http/read-input.js';
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';
import type { RouteRequest } from '../../../../../src/adapters/inbound/http/route-request.js';
import { usualFieldsCheck } from '../../../../support/inputs/usual-fields-check.js';
import { expectAgreement, isBeyondFloats, isNotFilledIn, refusesNothing } from './agreement.js';
import { compileSchema } from './document-schemas.js';
import { bordersThat, jsonValue } from './json-values.js';

const routes: ReadonlyArray<Route> = Object.values(api);

const places = routes.flatMap((route) =>
  route.paths.map((path) => ({ route, path, parts: requestParts(route, path) })),
);

type Values = { readonly [wire: string]: unknown };

// Of a body with two forms, half of the fields are left out: otherwise it would have fields of both.
const absence = ({ role, required }: Part): number => {
  if (role !== undefined) return 14;
  return required ? 1 : 8;
};

// Valid most of the time, so that often a single value decides.
const partValue = (part: Part, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...bordersThat(compileSchema(part.schema))) },
    { weight: 2, arbitrary: others },
    { weight: absence(part), arbitrary: fc.constant(undefined) },
  );

const partsValues = (
  parts: ReadonlyArray<Part>,
  others: fc.Arbitrary<unknown>,
): fc.Arbitrary<Values> =>
  fc
    .record(Object.fromEntries(parts.map((part) => [part.wire, partValue(part, others)])))
    .map((values) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    );

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const isText = (value: unknown): value is string => typeof value === 'string';

const isQuery = (value: unknown): value is RouteRequest['query'] =>
  isValues(value) &&
  Object.values(value).every((one) => isText(one) || (Array.isArray(one) && one.every(isText)));

const texts = jsonValue.filter(isText);

const takes = async (route: Route, request: Partial<RouteRequest>): Promise<boolean> =>
  E.isRight(
    await inputReader(route)(
      {
        params: {},
        query: {},
        headers: { 'user-agent': 'Firefox' },
        remoteAddress: '203.0.113.7',
        begin: () => true,
        json: TE.right({ value: undefined }),
        raw: TE.right(''),
        ...request,
      },
      usualFieldsCheck,
    ),
  );

const someId = 'abc_123';

// Of a body, only evidence is required beside an id in the path.
const requiredBody = { evidence: {} };

describe('The schemas of requests', () => {
  for (const { operation, input } of routes) {
    for (const [name, field] of Object.entries({ ...input.required, ...input.optional })) {
      if (refusesNothing(field.name)) continue;
      it(`accept the values of ${operation}.${name} that its codec accepts`, () =>
        expectAgreement(
          {
            values: jsonValue,
            schema: compileSchema(field.schema),
            codec: (value) => E.isRight(field.refine(value)),
            except: isBeyondFloats,
          },
          800,
        ));
    }
  }

  for (const { route, path, parts } of places) {
    const { body, query } = parts;
    const params = Object.fromEntries(parts.path.map(({ wire }) => [wire, someId]));
    if (body !== undefined) {
      it(`accept the bodies that ${route.method} ${path} accepts`, () =>
        expectAgreement(
          {
            values: fc.oneof(
              { weight: 9, arbitrary: partsValues(body, jsonValue) },
              { weight: 1, arbitrary: jsonValue },
            ),
            schema: compileSchema(bodySchema(body, route.movesMoney)),
            codec: (value) => takes(route, { params, json: TE.right({ value }) }),
            except: (value) => isValues(value) && Object.values(value).some(isBeyondFloats),
          },
          600,
        ));
    }
    const checked = query.filter(({ schema }) => schema['type'] !== 'integer');
    if (checked.length > 0) {
      it(`accept the queries that ${route.method} ${path} accepts`, () =>
        expectAgreement(
          {
            values: partsValues(
              checked,
              fc.oneof(texts, fc.array(texts, { minLength: 2, maxLength: 3 })),
            ).filter(isQuery),
            schema: compileSchema(bodySchema(checked)),
            codec: (value) =>
              takes(route, {
                params,
                query: isQuery(value) ? value : {},
              }),
            except: (value) =>
              isValues(value) &&
              checked.some(({ wire, required }) => !required && isNotFilledIn(value[wire])),
          },
          600,
        ));
    }
    for (const { wire, schema } of parts.path) {
      it(`accept the :${wire} that ${route.method} ${path} accepts`, () =>
        expectAgreement(
          {
            values: texts,
            schema: compileSchema(schema),
            codec: (value) =>
              takes(route, {
                params: { [wire]: String(value) },
                ...(body?.some((part) => part.required) === true
                  ? { json: TE.right({ value: requiredBody }) }
                  : {}),
                query: Object.fromEntries(
                  query.filter((part) => part.required).map((part) => [part.wire, someId]),
                ),
              }),
          },
          300,
        ));
    }
  }
});
