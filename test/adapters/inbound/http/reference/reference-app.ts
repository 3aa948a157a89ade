import type { Server } from 'node:http';
import Koa from 'koa';
import { createPaymentsRouter } from '../../../../../src/adapters/inbound/http/koa/payments-router.js';
import { createMemoryProcessor } from '../../../../../src/adapters/outbound/memory/memory-processor.js';
import { createPayments } from '../../../../../src/infrastructure/create-payments.js';

export type ReferenceApp = { readonly address: string; readonly close: () => void };

const addressOf = (server: Server): string => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  return `http://127.0.0.1:${address.port}`;
};

/** An existing application that mounts the API, with a key if one is given, and its open reference at a prefix. */
export const startReferenceApp = async (
  prefix: string,
  ...apiKeys: ReadonlyArray<string>
): Promise<ReferenceApp> => {
  const app = new Koa();
  const payments = createPayments({ processor: createMemoryProcessor({ seed: 'reference' }) });
  app.use(createPaymentsRouter(payments, { prefix, apiKeys, reference: 'open' }).routes());
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => {
    server.once('listening', resolve);
  });
  return {
    address: addressOf(server),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
