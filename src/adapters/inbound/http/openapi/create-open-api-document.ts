import type { JsonSchema } from '../../../../domain/field.js';
import { Failure } from '../answers.js';
import { api } from '../api.js';
import { renderFailure } from '../render.js';
import { type Route, tags } from '../route.js';
import { systemEndpoints } from '../system-endpoints.js';
import { answerExamples, type Example, exampleComponents } from './examples.js';
import { sharedFailures, sharedStatuses } from './failures.js';
import {
  type DocumentSources,
  idempotencyParts,
  operationObject,
  systemOperation,
} from './operation.js';
import { requestParts } from './request-schema.js';
import { schemaWriter } from './schema-writer.js';

type Options = {
  /** The version of the package, which is the document's. */
  readonly version: string;
  /** Where the paths begin, absolute or relative to the document. Default: the root of its host. */
  readonly serverUrl?: string;
  /** Requests and what the service answered them. */
  readonly examples: ReadonlyArray<Example>;
};

const description = `Payments by card, in euros unless the service is configured for other currencies.

- **Answers** are an envelope. A success is \`{status: true, statusCode, message, data}\`, a failure \`{status: false, message, code}\`.
- **Amounts** that create a payment are whole currency units (euros); every other amount, in requests and in answers, is in cents.
- **Moments** are Unix time in seconds.
- **Lists** are newest first; a page is asked for with \`limit\` and the id of the last item seen.
- **Objects of the processor** are passed on unchanged: they have more fields than are named here.
- **\`Idempotency-Key\`**: a request that changes something can be repeated safely with the same key: it is done once.
- **Aliases** behave exactly as the path that they stand for, and are marked with \`x-alias-of\`.`;

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const routes: ReadonlyArray<Route> = Object.values(api);

const securitySchemes = (): JsonSchema => ({
  'api-key': {
    type: 'http',
    scheme: 'bearer',
    description: 'One of the API keys of the service. A service without configured keys is open.',
  },
  ...Object.fromEntries(
    routes
      .flatMap((route) => requestParts(route, route.paths[0]).headers)
      .map(({ wire, schema }) => [
        wire,
        { type: 'apiKey', in: 'header', name: wire, description: schema['description'] },
      ]),
  ),
});

const headersOf = (status: (typeof sharedStatuses)[number]): JsonSchema => {
  switch (status) {
    case 401:
      return {
        headers: Object.fromEntries(
          Object.entries(renderFailure(false)({ _tag: 'Unauthorized' }).headers).map(
            ([name, value]) => [name, { schema: { type: 'string', const: value } }],
          ),
        ),
      };
    case 409:
      return {
        headers: {
          'retry-after': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } },
        },
      };
    default:
      return {};
  }
};

const sharedResponse = (
  status: (typeof sharedStatuses)[number],
  { writer, examples }: DocumentSources,
): JsonSchema => ({
  description: sharedFailures[status].means,
  ...headersOf(status),
  content: {
    'application/json': {
      schema: writer.schemaOf(Failure),
      ...answerExamples(examples, status),
    },
  },
});

const pathItems = (sources: DocumentSources): { readonly [path: string]: JsonSchema } => {
  const items: Record<string, JsonSchema> = {};
  for (const route of routes) {
    for (const path of route.paths) {
      const key = openApiPath(path);
      items[key] = {
        ...items[key],
        [route.method.toLowerCase()]: operationObject(route, path, sources),
      };
    }
  }
  for (const [name, endpoint] of Object.entries(systemEndpoints)) {
    items[endpoint.path] = { get: systemOperation(name, endpoint) };
  }
  return items;
};

/** The interface as an OpenAPI 3.1 document, from the route table and its codecs. */
export const createOpenApiDocument = ({
  version,
  serverUrl = '/',
  examples,
}: Options): JsonSchema => {
  const writer = schemaWriter();
  const sources = { writer, examples };
  const paths = pathItems(sources);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pasarela',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This service' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      schemas: writer.components(),
      responses: Object.fromEntries(
        sharedStatuses.map((status) => [
          sharedFailures[status].name,
          sharedResponse(status, sources),
        ]),
      ),
      examples: exampleComponents(examples),
      parameters: idempotencyParts.parameters,
      headers: idempotencyParts.headers,
      securitySchemes: securitySchemes(),
    },
  };
};
