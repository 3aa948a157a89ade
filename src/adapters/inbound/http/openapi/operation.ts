import { mayGetAdvice, replayAdvices } from '../../../../application/idempotency/replay-advice.js';
import { IdempotencyKey } from '../../../../domain/ids.js';
import type { JsonSchema } from '../../../../domain/input/field.js';
import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import { Failure } from '../answers.js';
import type { Locale, Words } from '../core/language.js';
import { renderFailure } from '../render.js';
import type { Route } from '../route.js';
import type { SystemEndpoint } from '../system-endpoints.js';
import { answerExamples, bodyExamples, type Example, examplesOf } from './examples.js';
import { describeFailure, sharedFailures, sharedStatusesOf } from './failures.js';
import { bodySchema, type RequestParts, requestParts } from './request-schema.js';
import type { SchemaWriter } from './schema-writer.js';

const { description: keyDescription, ...keySchema } = IdempotencyKey.schema;

/** The parts of the document about idempotency keys: the request header and the response header. */
export const idempotencyParts = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: keyDescription,
      schema: keySchema,
    },
  },
  headers: {
    'idempotent-replayed': {
      description: 'Present when this is the answer to an earlier request with the same key',
      schema: { type: 'string', const: 'true' },
    },
  },
  parameter: { $ref: '#/components/parameters/IdempotencyKey' },
  answered: {
    headers: { 'idempotent-replayed': { $ref: '#/components/headers/idempotent-replayed' } },
  },
} as const satisfies { readonly [part: string]: JsonSchema };

/** The sources of every part of the document. */
export type DocumentSources = {
  readonly writer: SchemaWriter;
  readonly examples: ReadonlyArray<Example>;
  readonly locale: Locale;
  readonly routes: ReadonlyArray<Route>;
  /** The service has no API keys. */
  readonly open: boolean;
  readonly features: ProcessorFeatures;
};

const json = (schema: JsonSchema, examples: JsonSchema): JsonSchema => ({
  'application/json': { schema, ...examples },
});

const parameters = (
  place: 'path' | 'query',
  parts: RequestParts['path'],
  values: Example['params'] = {},
): ReadonlyArray<JsonSchema> =>
  parts.map(({ wire, required, schema: { description, ...schema } }) => ({
    name: wire,
    in: place,
    required,
    description,
    schema,
    // Without an example, a form made from this document leaves an optional parameter empty.
    ...(required && values[wire] !== undefined ? { example: values[wire] } : {}),
  }));

const requestBody = (
  route: Route,
  { body }: RequestParts,
  { writer }: DocumentSources,
  examples: ReadonlyArray<Example>,
): JsonSchema => {
  if (route.payload !== undefined) {
    const content = json(writer.schemaOf(route.payload), bodyExamples(examples));
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  const required = body.some((part) => part.required);
  return {
    requestBody: {
      required,
      content: json(bodySchema(body, route.movesMoney), bodyExamples(examples)),
    },
  };
};

const messageSchema = (message: Words, [first, ...others]: Locale): JsonSchema =>
  others.length === 0
    ? { const: message[first] }
    : { enum: [first, ...others].map((language) => message[language]) };

const adviceSchema = {
  advice: {
    type: 'string',
    description:
      'Only with the stored answer of an earlier request with the same `Idempotency-Key`, in which the customer still had to act: what to do next, for people',
  },
  advice_code: {
    type: 'string',
    enum: replayAdvices,
    description:
      'The advice for programs. `confirm_with_new_key`: once the customer has authenticated, confirm the payment with a new `Idempotency-Key`; with the same key it will never be charged. `read_again`: read the object for its current status; it continues without another confirmation',
  },
} as const satisfies { readonly [field: string]: JsonSchema };

const successSchema = (route: Route, data: JsonSchema, locale: Locale): JsonSchema => ({
  type: 'object',
  required: ['status', 'statusCode', 'message', 'data'],
  properties: {
    status: { type: 'boolean', const: true },
    statusCode: { type: 'integer', const: route.status },
    message: { type: 'string', ...messageSchema(route.message, locale) },
    ...(mayGetAdvice(route.operation) ? adviceSchema : {}),
    data,
  },
});

const responses = (
  route: Route,
  { writer, locale, features, open }: DocumentSources,
  examples: ReadonlyArray<Example>,
): JsonSchema => {
  const replayable = route.takesKey ? idempotencyParts.answered : {};
  return {
    [route.status]: {
      description: `\`${route.message[locale[0]]}\``,
      ...replayable,
      content: json(
        successSchema(route, writer.schemaOf(route.data), locale),
        answerExamples(examples, route.status),
      ),
    },
    ...Object.fromEntries(
      (route.failures ?? []).map((status) => [
        status,
        {
          description: describeFailure(route, status, locale[0], features),
          ...replayable,
          content: json(writer.schemaOf(Failure), answerExamples(examples, status)),
        },
      ]),
    ),
    ...Object.fromEntries(
      sharedStatusesOf(route, open).map((status) => [
        status,
        { $ref: `#/components/responses/${sharedFailures[status].name}` },
      ]),
    ),
  };
};

const security = (
  route: Route,
  { headers }: RequestParts,
  { open }: DocumentSources,
): ReadonlyArray<JsonSchema> => {
  if (route.access === 'signature') return headers.map(({ wire }) => ({ [wire]: [] }));
  return open ? [] : [{ 'api-key': [] }];
};

/** The group of the other paths of the interface, the last one. */
export const aliasTag = {
  name: 'Aliases',
  description:
    'Other paths of operations above, which the interface promises too. They behave exactly the same, and stay.',
} as const;

const scopeSentence = ({ access }: Route, { open }: DocumentSources): string =>
  open || access === 'signature' ? '' : ` The API key needs the scope \`${access}\`.`;

const identity = (route: Route, path: string, sources: DocumentSources): JsonSchema => {
  if (path === route.path) {
    return {
      tags: [route.tag],
      operationId: route.operation,
      summary: route.summary,
      description: `${route.description}${scopeSentence(route, sources)}`,
    };
  }
  const place = route.paths.indexOf(path);
  return {
    tags: [aliasTag.name],
    operationId: `${route.operation}Alias${place === 0 ? '' : place + 1}`,
    summary: `${route.summary} (alias)`,
    description: `Alias of \`${route.method} ${openApiPath(route.path)}\`: it behaves the same.${scopeSentence(route, sources)}`,
    'x-alias-of': route.operation,
  };
};

/** A path of the route table as OpenAPI writes it. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Writes a route on one of its paths as an OpenAPI operation. */
export const operationObject = (route: Route, path: string, deps: DocumentSources): JsonSchema => {
  const parts = requestParts(route, path, deps.features);
  const examples = examplesOf(deps.examples, route, path);
  const [{ params, query } = {}] = examples;
  const asked = [
    ...parameters('path', parts.path, params),
    ...parameters('query', parts.query, query),
    ...(route.takesKey ? [idempotencyParts.parameter] : []),
  ];
  return {
    ...identity(route, path, deps),
    ...(asked.length === 0 ? {} : { parameters: asked }),
    ...requestBody(route, parts, deps, examples),
    responses: responses(route, deps, examples),
    security: security(route, parts, deps),
    ...(deps.open || route.access === 'signature' ? {} : { 'x-scope': route.access }),
  };
};

const brokenRequest = renderFailure(false)({ _tag: 'BrokenRequest', status: 400 });

/** Writes a health check as an OpenAPI operation. */
export const systemOperation = (
  operationId: string,
  { tag, summary, description, up, down }: SystemEndpoint,
  { writer }: DocumentSources,
): JsonSchema => ({
  tags: [tag],
  operationId,
  summary,
  description,
  responses: {
    ...Object.fromEntries(
      [up, ...(down === undefined ? [] : [down])].map(({ status, body, means }) => [
        status,
        {
          description: means,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status'],
                properties: { status: { type: 'string', const: body.status } },
              },
              example: body,
            },
          },
        },
      ]),
    ),
    [brokenRequest.status]: {
      description: 'Not a valid HTTP request.',
      content: {
        'application/json': { schema: writer.schemaOf(Failure), example: brokenRequest.body },
      },
    },
  },
  security: [],
});
