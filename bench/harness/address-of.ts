import type { Server } from 'node:http';

export const addressOf = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
};
