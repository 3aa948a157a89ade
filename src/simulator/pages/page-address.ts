import { isLoopback } from '../../adapters/inbound/http/access/foreign-pages.js';
import type { SeeRequest } from '../../adapters/inbound/http/served-endpoints.js';

/** The URL of this machine that a scheme and a `Host` header make; `undefined`: another host, or more than a host and a port. */
const ownAddress = (scheme: string, host: string): string | undefined => {
  const text = `${scheme}://${host}`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  const name = hostname.replaceAll(/[[\]]/g, '');
  const isOwn = isLoopback(name) || name.endsWith('.localhost');
  // Readers of URLs disagree about `localhost\@other.example`.
  return isOwn && href === `${origin}/` ? origin : undefined;
};

/**
 * Tells at which URL the interface is mounted, as callers on this machine reach it. Any caller can name another host, to which the
 * customers of others would be sent.
 */
export const tellAddress = (mountedAt: (url: string) => void): SeeRequest => {
  let known = '';
  return (request, path, below) => {
    const { host } = request;
    if (host === known || !path.endsWith(below)) return;
    const address = ownAddress(request.encrypted ? 'https' : 'http', host);
    if (address === undefined) return;
    known = host;
    const mount = path.slice(0, path.length - below.length);
    mountedAt(`${address}${mount}`);
  };
};
