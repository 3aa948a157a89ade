import type { Server } from 'node:http';

/**
 * The URL of a server that listens. It keeps idle connections from now on: a slow load at a fixed rate leaves each of many
 * connections alone for longer than the five seconds after which Node closes it.
 */
export const urlForLoad = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  server.keepAliveTimeout = 120_000;
  return `http://127.0.0.1:${address.port}`;
};
