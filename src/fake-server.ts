/** Stripe's wire protocol on a local server, with the in-memory processor behind it. */
export type { Account } from './fake-server/account.js';
export type { FakeServerOptions } from './fake-server/fake-server-options.js';
export { type FakeServer, startFakeServer } from './fake-server/start-fake-server.js';
