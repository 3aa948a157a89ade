/**
 * A typed client of the HTTP interface, for servers: one function for each operation, over `fetch`. It loads no other package and
 * nothing of Node, so it also runs on Deno, Bun and workers.
 *
 * @packageDocumentation
 */

export type {
  ChangeOptions,
  ClientAdvice,
  ClientOptions,
  ReadOptions,
} from './adapters/inbound/http/client/client-options.js';
export {
  type ClientList,
  createClient,
  type PasarelaClient,
} from './adapters/inbound/http/client/create-client.js';
export {
  type ClientErrorCode,
  PasarelaError,
} from './adapters/inbound/http/client/pasarela-error.js';
export type {
  AnyPayments,
  ClientInput,
  ClientOperation,
  ClientResult,
} from './adapters/inbound/http/client/requests.js';
export type { Fetch } from './adapters/inbound/http/client/send.js';
