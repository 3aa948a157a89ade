import { createOpenApiDocument } from '../../../../../src/adapters/inbound/http/openapi/create-open-api-document.js';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import { packageVersion } from '../../../../../src/adapters/package-version.js';
import type { JsonSchema } from '../../../../../src/domain/input/field.js';

/** The document in `docs/`: the one of a service that was started with `npm start`. */
export const committedDocument = (examples: ReadonlyArray<Example>): JsonSchema =>
  createOpenApiDocument({
    version: packageVersion,
    serverUrl: 'http://127.0.0.1:3000',
    examples,
  });
