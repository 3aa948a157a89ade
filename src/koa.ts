/**
 * The HTTP interface as a Koa application, and as a router for an existing one.
 *
 * @packageDocumentation
 */

export { createPaymentsApp } from './adapters/inbound/http/koa/payments-app.js';
export {
  createPaymentsRouter,
  type PaymentsRouter,
} from './adapters/inbound/http/koa/payments-router.js';
export type { PaymentsRouterOptions } from './adapters/inbound/http/payments-interface.js';
export type { ServedPayments } from './application/facade/payments.js';
