/**
 * The HTTP interface as a router for an existing Koa application.
 *
 * @packageDocumentation
 */

export {
  createPaymentsRouter,
  type PaymentsRouter,
} from './adapters/inbound/http/koa/payments-router.js';
export type { PaymentsRouterOptions } from './adapters/inbound/http/payments-interface.js';
