import type * as t from 'io-ts';
import { unsupportedOperation } from '../../../../application/unsupported-operations.js';
import type { JsonSchema } from '../../../../domain/input/field.js';
import { PaymentIntent, StripePaymentIntent } from '../../../../domain/objects/payment-intent.js';
import { SetupIntent, StripeSetupIntent } from '../../../../domain/objects/setup-intent.js';
import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import { Failure } from '../answers.js';
import { api } from '../api.js';
import { type Language, type Locale, spanishOnly } from '../core/language.js';
import { renderFailure } from '../render.js';
import { methodOn, type Route, tags } from '../route.js';
import { systemEndpoints } from '../system-endpoints.js';
import { answerExamples, answeredIn, type Example, exampleComponents } from './examples.js';
import {
  generalRefusals,
  type SharedStatus,
  sharedFailures,
  sharedStatusesIn,
} from './failures.js';
import {
  aliasTag,
  type DocumentSources,
  idempotencyParts,
  openApiPath,
  operationObject,
  systemOperation,
} from './operation.js';
import { requestParts } from './request-schema.js';
import { schemaWriter } from './schema-writer.js';

type Options = {
  /** The version of the package, and so of the document. */
  readonly version: string;
  /** The base URL of the paths, absolute or relative to the document. Default: the root of its host. */
  readonly serverUrl?: string;
  /** Recorded requests and answers. */
  readonly examples: ReadonlyArray<Example>;
  /** The service has the in-memory processor, where the page may create what the examples name. */
  readonly inMemory?: boolean;
  /** The service has no API keys: whoever reaches it may call. Default: it has. */
  readonly open?: boolean;
  /** The language of the messages. Default: Spanish. */
  readonly locale?: Locale | undefined;
  /**
   * The features of the processor. Operations and fields that need one which it lacks are left out, and its objects have only the
   * fields that every processor's have. Absent: those of Stripe.
   */
  readonly features?: ProcessorFeatures | undefined;
};

const description = (
  language: Language,
): string => `Payments by card and other methods, in euros unless the service is configured for other currencies.

- **Answers** are an envelope. A success is \`{status: true, statusCode, message, data}\`, a failure \`{status: false, message, code}\`.
- **Amounts** that create a payment are in whole currency units (euros). Every other amount, in requests and answers, is in cents.
- **Times** are Unix timestamps in seconds.
- **Lists** are newest first. Ask for the next page with \`limit\` and the id of the last item that you have.
- **Objects of the processor** are passed on unchanged, with more fields than are listed here.
- **\`Idempotency-Key\`**: repeat a request that changes something with the same key, and it runs only once.
- **Aliases**, the last group, behave exactly like the operation that their \`x-alias-of\` names.

**Any request may be refused with 400**, besides what its operation says:

${generalRefusals(language)}`;

const tryItOut =
  '**Try it out** with the examples as they are: this service has the in-memory processor, where no money moves. The page replaces the ids of the examples by those of objects that you made here, or that it makes for you.';

const objectsOfStripe: ReadonlyMap<t.Mixed, t.Mixed> = new Map<t.Mixed, t.Mixed>([
  [PaymentIntent, StripePaymentIntent],
  [SetupIntent, StripeSetupIntent],
]);

const routesWith = (features: ProcessorFeatures): ReadonlyArray<Route> =>
  Object.values<Route>(api).filter(
    ({ operation }) => unsupportedOperation(features, operation) === undefined,
  );

const apiKeyScheme = {
  'api-key': {
    type: 'http',
    scheme: 'bearer',
    description: 'One of the API keys of the service. A service without configured keys is open.',
  },
} as const satisfies JsonSchema;

const securitySchemes = ({ routes, features, open }: DocumentSources): JsonSchema => ({
  ...(open ? {} : apiKeyScheme),
  ...Object.fromEntries(
    routes
      .flatMap((route) => requestParts(route, route.path, features).headers)
      .map(({ wire, schema }) => [
        wire,
        { type: 'apiKey', in: 'header', name: wire, description: schema['description'] },
      ]),
  ),
});

const headersOf = (status: SharedStatus): JsonSchema => {
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
    case 429:
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
  status: SharedStatus,
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
  const { routes } = sources;
  const items: Record<string, JsonSchema> = {};
  const add = (route: Route, path: string): void => {
    const key = openApiPath(path);
    items[key] = {
      ...items[key],
      [methodOn(route, path).toLowerCase()]: operationObject(route, path, sources),
    };
  };
  for (const route of routes) add(route, route.path);
  for (const [name, endpoint] of Object.entries(systemEndpoints)) {
    items[endpoint.path] = { get: systemOperation(name, endpoint, sources) };
  }
  for (const route of routes) {
    for (const alias of [...(route.postAliases ?? []), ...(route.aliases ?? [])]) add(route, alias);
  }
  return items;
};

/** Writes the route table and its codecs as an OpenAPI 3.1 document. */
export const createOpenApiDocument = ({
  version,
  serverUrl = '/',
  examples: recorded,
  locale = spanishOnly,
  inMemory = false,
  open = false,
  features,
}: Options): JsonSchema => {
  const writer = schemaWriter(features === undefined ? objectsOfStripe : undefined);
  // The recorded objects are Stripe's.
  const examples = features === undefined ? recorded.map(answeredIn(locale[0])) : [];
  const routes = routesWith(features ?? {});
  const sources = { writer, examples, locale, routes, open, features: features ?? {} };
  const paths = pathItems(sources);
  const used = new Set<string>([
    ...routes.map(({ tag }) => tag),
    ...Object.values(systemEndpoints).map(({ tag }) => tag),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pasarela',
      version,
      description: [description(locale[0]), ...(inMemory ? [tryItOut] : [])].join('\n\n'),
      contact: { name: 'Pasarela' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // For the page of the reference.
    ...(inMemory ? { 'x-in-memory-processor': true } : {}),
    servers: [{ url: serverUrl, description: 'This service' }],
    tags: [
      ...Object.entries(tags)
        .filter(([name]) => used.has(name))
        .map(([name, text]) => ({ name, description: text })),
      aliasTag,
    ],
    paths,
    components: {
      schemas: writer.components(),
      responses: Object.fromEntries(
        sharedStatusesIn(open).map((status) => [
          sharedFailures[status].name,
          sharedResponse(status, sources),
        ]),
      ),
      examples: exampleComponents(examples),
      parameters: idempotencyParts.parameters,
      headers: idempotencyParts.headers,
      securitySchemes: securitySchemes(sources),
    },
  };
};
