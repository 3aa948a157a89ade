/**
 * The HTTP interface as a router for an existing Koa application.
 *
 * @packageDocumentation
 */

export {
  createPaymentsRouter,
  type PaymentsRouterOptions,
} from './adapters/inbound/http/koa/payments-router.js';
