import * as E from 'fp-ts/lib/Either.js';
import { authorize } from './access/api-keys.js';
import { countFailedAuthentications, type RequestLimits } from './access/request-limits.js';
import type { Endpoint } from './core/matcher.js';
import { type ErrorAnswers, failureResponse } from './failure-response.js';

const type = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `GET /metrics`: all metrics in the text format of Prometheus, without the envelope. `key`: the bearer key of those who may read
 * them; without one, everyone may. A wrong one counts like a wrong API key.
 */
export const metricsEndpoint = (
  write: () => Promise<string>,
  { key, limits }: { readonly key: string | undefined; readonly limits: RequestLimits | undefined },
  errors: ErrorAnswers,
): Endpoint => {
  const mayRead = authorize(key === undefined ? [] : [`:${key}`]);
  return {
    method: 'GET',
    path: '/metrics',
    handle: async (request) => {
      const reader = mayRead(request.headers['authorization']);
      if (E.isLeft(reader)) {
        const error = await countFailedAuthentications(limits)(reader.left, request);
        return failureResponse(error, request, errors);
      }
      return {
        status: 200,
        headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
        body: await write(),
      };
    },
  };
};
