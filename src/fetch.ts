/**
 * The HTTP interface as a function of web standards, `(request: Request) => Promise<Response>`.
 *
 * @packageDocumentation
 */

export {
  createFetchHandler,
  type PaymentsHandler,
} from './adapters/inbound/http/fetch/payments-handler.js';
export type { PaymentsRouterOptions } from './adapters/inbound/http/payments-interface.js';
export type { ServedPayments } from './application/facade/payments.js';
