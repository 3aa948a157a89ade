import { isIP } from 'node:net';
import { type HttpRequest, headerOf } from './core/message.js';

type Options = {
  /** The address that the service listens on. */
  readonly host: string;
  /** The URL of the service in a browser. */
  readonly publicUrl: string;
};

const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.[0-9]+){3})$/.test(host);

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

// With userinfo, which a Host header must not have, the host comes last.
const hostOf = (request: HttpRequest): string => {
  const [first = ''] = headerOf(request, 'host').split(',');
  return first.includes('@') ? addressOf(`http://${first.trim()}`) : first.trim();
};

// An IPv6 address is in brackets.
const hostNameIn = (address: string): string =>
  address.startsWith('[') ? '' : (address.split(':')[0] ?? '');

// Only a public DNS name can be pointed here by others: not an IP address, and not a name without a dot.
const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost');

/**
 * Recognizes requests of pages of other sites in a browser on the same machine, to protect routes without API keys: cross-site
 * requests and, on a loopback address, requests to a public host name that points here (DNS rebinding).
 */
export const foreignPages = ({ host, publicUrl }: Options): ((request: HttpRequest) => boolean) => {
  const ownName = nameOf(publicUrl);
  const ownAddress = addressOf(publicUrl);
  const canBeRebound = isLoopback(host);

  return (request) => {
    const asked = hostOf(request);
    const name = hostNameIn(asked);
    if (canBeRebound && isPublicName(name) && name !== ownName) return true;
    // Browsers mark requests from pages of other sites and other ports with `Sec-Fetch-Site`, but only to addresses that they
    // trust: localhost and HTTPS. To others, such as `http://pasarela:3000`, `Origin` names the page.
    const site = headerOf(request, 'sec-fetch-site');
    if (site !== '') return site === 'cross-site' || site === 'same-site';
    const origin = headerOf(request, 'origin');
    const page = addressOf(origin);
    return origin !== '' && (page === '' || (page !== asked && page !== ownAddress));
  };
};
