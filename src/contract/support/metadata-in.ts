import { reservedKey } from '../../domain/objects/metadata.js';
import { fieldOf } from './field-of.js';

/** The shop's metadata. An adapter may add a reserved key under an idempotency key (decision P14). */
export const metadataIn = (object: unknown): unknown => {
  const metadata = fieldOf(object, 'metadata');
  return typeof metadata === 'object' && metadata !== null
    ? Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== reservedKey))
    : metadata;
};
