import type { Server } from 'node:http';
import type { Logger } from '../application/ports/logger.js';

const pauseMs = 60_000;

/**
 * Closes connections on which nothing passes for so long, in milliseconds. A caller who reads no more of its response would
 * otherwise keep its place for ever.
 */
export const closeStalled = (server: Server, afterMs: number): void => {
  server.setTimeout(afterMs);
};

/** Closes new connections of a server while `most` are open. Logs it at most once a minute. */
export const boundConnections = (server: Server, most: number, logger: Logger): void => {
  server.maxConnections = most;
  let nextAt = 0;
  server.on('drop', () => {
    const now = performance.now();
    if (now < nextAt) return;
    nextAt = now + pauseMs;
    logger.warn('closed a new connection because MAX_CONNECTIONS are open', { connections: most });
  });
};
