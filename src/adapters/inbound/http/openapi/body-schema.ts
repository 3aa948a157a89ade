import type { JsonSchema } from '../../../../domain/field.js';
import type { RequestParts } from './request-parts.js';

/** The JSON body of a request as JSON Schema. `closed`: fields that are not named are refused. */
export const bodySchema = (body: NonNullable<RequestParts['body']>, closed = false): JsonSchema => {
  const required = body.filter((part) => part.required).map((part) => part.wire);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...(closed ? { additionalProperties: false } : {}),
    properties: Object.fromEntries(body.map(({ wire, schema }) => [wire, schema])),
  };
};
