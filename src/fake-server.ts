/** The package's entry `pasarela/fake-server`: a local server that speaks Stripe's protocol, with the in-memory processor behind it. */

import { createPort } from './adapters/outbound/memory/create-port.js';
import {
  type FakeServer,
  type FakeServerOptions,
  startFakeServer as startServer,
} from './simulator/server.js';

export type { Delivery } from './simulator/client.js';
export type {
  Account,
  FakeServer,
  FakeServerOptions,
  Fixture,
  ServedRequest,
} from './simulator/server.js';

/**
 * Starts a local server, by default on a free port of 127.0.0.1. Rejects when it cannot listen, and with a `TypeError` that
 * lists every invalid option.
 */
export const startFakeServer = (options?: FakeServerOptions): Promise<FakeServer> =>
  startServer(createPort, options);
