import { once } from 'node:events';
import { createServer } from 'node:http';
import * as t from 'io-ts';
import { createPayments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { createPaymentsListener } from '../../src/node.js';
import { runAsChild } from '../harness/run-as-child.js';
import { urlForLoad } from '../harness/url-for-load.js';

// The interface on node:http, over the in-memory processor.
await runAsChild(t.type({}), async () => {
  const payments = createPayments({ processor: createMemoryProcessor({ seed: 'bench' }) });
  const server = createServer(createPaymentsListener(payments)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: urlForLoad(server) };
});
