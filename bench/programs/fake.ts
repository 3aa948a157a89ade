import * as t from 'io-ts';
import { startFakeServer } from '../../src/fake-server.js';
import { runAsChild } from '../harness/run-as-child.js';

// The local server that speaks Stripe's protocol.
await runAsChild(t.type({}), async () => startFakeServer({ seed: 1 }));
