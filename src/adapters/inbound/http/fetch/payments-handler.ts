import type { ServedPayments } from '../../../../application/facade/payments.js';
import { bodilessStatuses, type HttpResponse } from '../core/message.js';
import { asTheirType } from '../headers-of-host.js';
import { createMountedInterface } from '../mounted-interface.js';
import type { PaymentsRouterOptions } from '../payments-interface.js';
import { fetchRequest, type TimeLimit } from './fetch-request.js';

/** Answers a request of the web standard. The promise never rejects. */
export type PaymentsHandler = (request: Request) => Promise<Response>;

const asResponse = (method: string, { status, headers, body }: HttpResponse): Response => {
  const response = new Headers(asTheirType);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.set(name, value);
  }
  const isEmpty = method === 'HEAD' || bodilessStatuses.has(status);
  return new Response(isEmpty ? null : body, { status, headers: response });
};

/** `createFetchHandler` with a clock of its own for bodies that arrive slowly. */
export const createTimedFetchHandler = (
  payments: ServedPayments,
  options: PaymentsRouterOptions,
  timeLimit: TimeLimit,
): PaymentsHandler => {
  const { find, answer } = createMountedInterface('createFetchHandler', payments, options);
  return (received) => {
    const request = fetchRequest(received, timeLimit);
    const { method, path } = request;
    return answer(request, find(method, path), (answered) => asResponse(method, answered));
  };
};

/**
 * The whole HTTP interface as a function of web standards, for Next.js, Hono, Deno, Bun, workers and functions. Every
 * answer, also of an error, is in the envelope; every path that is not of the interface is answered 404. Pass the request before
 * anything reads its body: a webhook's signature is valid only for the body as it was sent. Throws a `TypeError` for wrong
 * options; for `apiKeys` it says which entry is wrong.
 */
export const createFetchHandler = (
  payments: ServedPayments,
  options: PaymentsRouterOptions = {},
): PaymentsHandler =>
  createTimedFetchHandler(payments, options, (milliseconds) => AbortSignal.timeout(milliseconds));
