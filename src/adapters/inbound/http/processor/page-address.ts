import { isLoopback } from '../access/foreign-pages.js';
import type { HttpRequest } from '../core/message.js';

/** Sees a request to the interface: with the whole path that the caller asked for, and its part below the mount. */
export type SeeRequest = (request: HttpRequest, path: string, below: string) => void;

const isOfThisMachine = (host: string): boolean => {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return isLoopback(name) || name.endsWith('.localhost');
};

/**
 * Tells at which URL the interface is mounted, as callers on this machine reach it. Any caller can name another host, to which the
 * customers of others would be sent.
 */
export const tellAddress = (mountedAt: (url: string) => void): SeeRequest => {
  let known = '';
  return (request, path, below) => {
    const { host } = request;
    if (host === known || !path.endsWith(below) || !isOfThisMachine(host)) return;
    known = host;
    const mount = path.slice(0, path.length - below.length);
    mountedAt(`${request.encrypted ? 'https' : 'http'}://${host}${mount}`);
  };
};
