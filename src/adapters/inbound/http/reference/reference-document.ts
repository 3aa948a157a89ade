import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import { packageVersion } from '../../../package-version.js';
import type { Locale } from '../core/language.js';
import { createOpenApiDocument } from '../openapi/create-open-api-document.js';
import examples from '../openapi/examples.json' with { type: 'json' };

/** The facts that the reference depends on. */
export type ReferenceFacts = {
  /** The service has the in-memory processor. */
  readonly inMemory: boolean;
  /** The service has no API keys. */
  readonly open: boolean;
  /** The features of the processor. Absent: it has all. */
  readonly features?: ProcessorFeatures | undefined;
};

/** The OpenAPI document as JSON. Its URLs begin where the reference is mounted. */
export const referenceDocument = (
  locale: Locale | undefined,
  { inMemory, open, features }: ReferenceFacts,
): string =>
  JSON.stringify(
    createOpenApiDocument({
      version: packageVersion,
      serverUrl: '..',
      examples,
      locale,
      inMemory,
      open,
      features,
    }),
  );
