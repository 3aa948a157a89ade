/**
 * The HTTP interface as a listener for `node:http`, Express and Fastify.
 *
 * @packageDocumentation
 */

export {
  createPaymentsListener,
  type PaymentsListener,
} from './adapters/inbound/http/node/payments-listener.js';
export type { PaymentsRouterOptions } from './adapters/inbound/http/payments-interface.js';
export type { ServedPayments } from './application/facade/payments.js';
