import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { at } from '../json/at.js';

/** Lets a server listen for a suite, on a free port of 127.0.0.1. Returns its address, to be read inside the tests. */
export const useListening = (server: Server): (() => string) => {
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

/** The same for a server with this listener. */
export const useHttpServer = (listener: RequestListener): (() => string) =>
  useListening(createServer(listener));
