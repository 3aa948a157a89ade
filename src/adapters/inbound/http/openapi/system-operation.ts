import type { JsonSchema } from '../../../../domain/field.js';
import type { SystemEndpoint } from '../system-endpoints.js';

/** An endpoint for machines as an OpenAPI operation. */
export const systemOperation = (
  operationId: string,
  { tag, summary, up, down }: SystemEndpoint,
): JsonSchema => ({
  tags: [tag],
  operationId,
  summary,
  responses: Object.fromEntries(
    [up, ...(down === undefined ? [] : [down])].map(({ status, body, means }) => [
      status,
      {
        description: means,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status'],
              properties: { status: { type: 'string', const: body.status } },
            },
            example: body,
          },
        },
      },
    ]),
  ),
  security: [],
});
