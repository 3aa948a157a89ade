import type { JsonSchema } from '../../../../domain/field.js';
import { Failure } from '../answers.js';
import type { Route } from '../route.js';
import { bodySchema } from './body-schema.js';
import { describeFailure } from './describe-failure.js';
import type { Example } from './example.js';
import { answerExamples, bodyExamples, examplesOf } from './examples-of.js';
import { idempotency } from './idempotency.js';
import { type RequestParts, requestParts } from './request-parts.js';
import type { SchemaWriter } from './schema-writer.js';
import { sharedFailures, sharedStatusesOf } from './shared-failures.js';

/** What the parts of the document are written from. */
export type DocumentSources = {
  readonly writer: SchemaWriter;
  readonly examples: ReadonlyArray<Example>;
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
    // An optional parameter without an example stays empty in a form that is filled in from this document.
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

const successSchema = (route: Route, data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['status', 'statusCode', 'message', 'data'],
  properties: {
    status: { type: 'boolean', const: true },
    statusCode: { type: 'integer', const: route.status },
    message: { type: 'string', const: route.message },
    data,
  },
});

const responses = (
  route: Route,
  { writer }: DocumentSources,
  examples: ReadonlyArray<Example>,
): JsonSchema => {
  const replayable = route.takesKey ? idempotency.answered : {};
  return {
    [route.status]: {
      description: `\`${route.message}\``,
      ...replayable,
      content: json(
        successSchema(route, writer.schemaOf(route.data)),
        answerExamples(examples, route.status),
      ),
    },
    ...Object.fromEntries(
      (route.failures ?? []).map((status) => [
        status,
        {
          description: describeFailure(route, status),
          ...replayable,
          content: json(writer.schemaOf(Failure), answerExamples(examples, status)),
        },
      ]),
    ),
    ...Object.fromEntries(
      sharedStatusesOf(route).map((status) => [
        status,
        { $ref: `#/components/responses/${sharedFailures[status].name}` },
      ]),
    ),
  };
};

const security = (route: Route, { headers }: RequestParts): ReadonlyArray<JsonSchema> =>
  route.access === 'api-key' ? [{ 'api-key': [] }] : headers.map(({ wire }) => ({ [wire]: [] }));

const identity = (route: Route, path: string): JsonSchema => {
  const place = route.paths.indexOf(path);
  if (place === 0) return { operationId: route.operation, summary: route.summary };
  return {
    operationId: `${route.operation}Alias${place === 1 ? '' : place}`,
    summary: `${route.summary} (alias)`,
    description: `Alias of \`${route.method} ${route.paths[0]}\`: it behaves the same.`,
    'x-alias-of': route.operation,
  };
};

/** A route on one of its paths as an OpenAPI operation. */
export const operationObject = (route: Route, path: string, deps: DocumentSources): JsonSchema => {
  const parts = requestParts(route, path);
  const examples = examplesOf(deps.examples, route, path);
  const [{ params, query } = {}] = examples;
  const asked = [
    ...parameters('path', parts.path, params),
    ...parameters('query', parts.query, query),
    ...(route.takesKey ? [idempotency.parameter] : []),
  ];
  return {
    tags: [route.tag],
    ...identity(route, path),
    ...(asked.length === 0 ? {} : { parameters: asked }),
    ...requestBody(route, parts, deps, examples),
    responses: responses(route, deps, examples),
    security: security(route, parts),
  };
};
