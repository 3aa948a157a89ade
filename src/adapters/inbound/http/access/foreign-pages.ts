import { api } from '../api.js';
import type { Endpoint } from '../core/matcher.js';
import { type HttpRequest, headerOf } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';

type Options = {
  /** The address that the service listens on. */
  readonly host: string;
  /** The URL of the service in a browser. */
  readonly publicUrl: string;
};

/** Whether an address, or the name of a host, is of this machine. */
export const isLoopback = (address: string): boolean =>
  /^(?:localhost|::1|(?:::ffff:)?127(?:\.[0-9]+){3})$/i.test(address);

const parsed = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

const nameIn = (url: URL | null): string => url?.hostname.replace(/\.$/, '') ?? '';

// Only a public DNS name can be pointed here by others: not an IP address, and not a name without a dot. A parsed URL has an IPv4
// address as four numbers, and an IPv6 address without a dot.
const isPublicName = (name: string): boolean =>
  name.includes('.') && !/^[0-9.]+$/.test(name) && !name.endsWith('.localhost');

/**
 * Recognizes requests of pages of other sites in a browser on the same machine, to protect routes without API keys: requests of
 * other origins and, on a loopback address, requests to a public host name that points here (DNS rebinding).
 */
export const foreignPages = ({ host, publicUrl }: Options): ((request: HttpRequest) => boolean) => {
  const own = parsed(publicUrl);
  const ownName = nameIn(own);
  const listensLocally = isLoopback(host);

  const isForeignName = (asked: string): boolean => {
    const name = nameIn(parsed(`http://${asked}`));
    return isPublicName(name) && name !== ownName;
  };
  // Nearly all requests name the same host.
  let lastAsked = '';
  let lastIsForeign = false;
  const isForeignHost = (asked: string): boolean => {
    if (asked !== lastAsked) {
      lastIsForeign = isForeignName(asked);
      lastAsked = asked;
    }
    return lastIsForeign;
  };

  // A proxy that ends TLS asks by HTTP for a page of HTTPS.
  const isOwnPage = (origin: string, asked: string): boolean => {
    const page = parsed(origin);
    return (
      page !== null &&
      (page.host === parsed(`${page.protocol}//${asked}`)?.host || page.origin === own?.origin)
    );
  };

  return (request) => {
    const asked = request.host;
    if (isForeignHost(asked) && (listensLocally || isLoopback(request.localAddress))) return true;
    // Browsers send it only to addresses that they trust: localhost and HTTPS.
    const site = headerOf(request, 'sec-fetch-site');
    if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
    const origin = headerOf(request, 'origin');
    return origin !== '' && !isOwnPage(origin, asked);
  };
};

const signedPaths = new Set(
  Object.values(api)
    .filter(({ access }) => access === 'signature')
    .flatMap(({ paths }): ReadonlyArray<string> => paths),
);

/** Endpoints that refuse pages of other sites. Those that verify a signature, which no page can make, stay as they are. */
export const withoutForeignPages = (
  endpoints: ReadonlyArray<Endpoint>,
  isForeign: (request: HttpRequest) => boolean,
  errors: ErrorAnswers,
): ReadonlyArray<Endpoint> =>
  endpoints.map((endpoint) =>
    signedPaths.has(endpoint.path)
      ? endpoint
      : {
          ...endpoint,
          handle: (request, params) =>
            isForeign(request)
              ? failureResponse({ _tag: 'ForeignPage' }, request, errors)
              : endpoint.handle(request, params),
        },
  );
