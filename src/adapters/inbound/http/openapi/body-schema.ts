import type { JsonSchema } from '../../../../domain/field.js';
import type { RequestParts } from './request-parts.js';

/** The JSON body of a request as JSON Schema. Fields that are not named are dropped, so they are allowed. */
export const bodySchema = (body: NonNullable<RequestParts['body']>): JsonSchema => {
  const required = body.filter((part) => part.required).map((part) => part.wire);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(body.map(({ wire, schema }) => [wire, schema])),
  };
};
