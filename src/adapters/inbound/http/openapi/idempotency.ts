import type { JsonSchema } from '../../../../domain/field.js';
import { IdempotencyKey } from '../../../../domain/ids.js';

const { description, ...schema } = IdempotencyKey.schema;

/** What requests with an idempotency key have in common in the document: the header that asks, and the one that answers. */
export const idempotency = {
  parameters: {
    IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false, description, schema },
  },
  headers: {
    'idempotent-replayed': {
      description: 'Only where this is the answer of an earlier request with the same key',
      schema: { type: 'string', const: 'true' },
    },
  },
  parameter: { $ref: '#/components/parameters/IdempotencyKey' },
  answered: {
    headers: { 'idempotent-replayed': { $ref: '#/components/headers/idempotent-replayed' } },
  },
} as const satisfies { readonly [part: string]: JsonSchema };
