import type { Request } from './load.js';

export const get = (path: string): Request => ({ method: 'GET', path });

export const post = (path: string, body: object): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
