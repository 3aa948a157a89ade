import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { at } from '../json/at.js';

/** Starts an HTTP server for a suite, on a free port of 127.0.0.1. Returns its address, to be read inside the tests. */
export const useHttpServer = (listener: RequestListener): (() => string) => {
  const server = createServer(listener);
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return () => `http://127.0.0.1:${String(at(server.address(), 'port'))}`;
};
