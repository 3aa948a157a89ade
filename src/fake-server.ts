/** The package's entry `pasarela/fake-server`: a local server that speaks Stripe's protocol, with the in-memory processor behind it. */
export type { Fixture } from './adapters/outbound/memory/fixture.js';
export type { Account } from './fake-server/accounts.js';
export type { FakeServerOptions } from './fake-server/fake-server-options.js';
export type { ServedRequest } from './fake-server/served-request.js';
export type { FakeServer } from './fake-server/start-fake-server.js';
export { startFakeServer } from './fake-server/start-fake-server.js';
export type { Delivery } from './fake-server/webhooks/delivery.js';
