import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { at } from '../json/at.js';

/** An HTTP server for the suite that calls this, on a free port of 127.0.0.1; its address, inside the tests. */
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
