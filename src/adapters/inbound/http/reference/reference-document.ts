import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import { packageVersion } from '../../../package-version.js';
import type { Locale } from '../core/language.js';
import { createOpenApiDocument } from '../openapi/create-open-api-document.js';
import examples from '../openapi/examples.json' with { type: 'json' };

/** The OpenAPI document as JSON. Its URLs begin where the reference is mounted. */
export const referenceDocument = (
  locale: Locale | undefined,
  inMemory: boolean,
  features: ProcessorFeatures | undefined,
): string =>
  JSON.stringify(
    createOpenApiDocument({
      version: packageVersion,
      serverUrl: '..',
      examples,
      locale,
      inMemory,
      features,
    }),
  );
