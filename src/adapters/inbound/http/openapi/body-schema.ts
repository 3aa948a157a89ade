import type { JsonSchema } from '../../../../domain/field.js';
import type { RequestParts } from './request-parts.js';

const having = (wire: string): JsonSchema => ({
  type: 'object',
  required: [wire],
  properties: { [wire]: {} },
});

const oneOfEach = (body: NonNullable<RequestParts['body']>): JsonSchema => {
  const pairs = body.flatMap(({ wire, instead }) =>
    instead === undefined ? [] : [{ oneOf: [having(wire), having(instead)] }],
  );
  return pairs.length === 0 ? {} : { allOf: pairs };
};

/** The JSON body of a request as JSON Schema. `closed`: fields that are not named are refused. */
export const bodySchema = (body: NonNullable<RequestParts['body']>, closed = false): JsonSchema => {
  const required = body.filter((part) => part.required).map((part) => part.wire);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...oneOfEach(body),
    ...(closed ? { additionalProperties: false } : {}),
    properties: Object.fromEntries(body.map(({ wire, schema }) => [wire, schema])),
  };
};
