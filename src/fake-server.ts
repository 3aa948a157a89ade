/** The package's entry `pasarela/fake-server`: a local server that speaks Stripe's protocol, with the in-memory processor behind it. */
export type { Fixture } from './simulator/controls/fixture.js';
export type { FakeServerOptions } from './simulator/fake-server-options.js';
export type { ServedRequest } from './simulator/served-request.js';
export type { FakeServer } from './simulator/start-fake-server.js';
export { startFakeServer } from './simulator/start-fake-server.js';
export type { Delivery } from './simulator/webhooks/delivery.js';
export type { Account } from './simulator/wire/accounts.js';
