import * as http from 'node:http';
import * as https from 'node:https';
import { Stripe } from 'stripe';
import { packageVersion } from '../../package-version.js';
import { createHttpClient } from './create-http-client.js';

type Address = {
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
};

/** The SDK, which sends each request once: retries are ours. */
export const createStripeClient = ({ secretKey, baseUrl, timeoutMs }: Address): Stripe => {
  const { protocol, hostname, port } = new URL(baseUrl);
  const plain = protocol === 'http:';
  const [{ Agent }, defaultPort] = plain ? [http, '80'] : [https, '443'];
  return new Stripe(secretKey, {
    protocol: plain ? 'http' : 'https',
    // As sockets want it: an IPv6 address without the brackets of a URL.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : port,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    // The agent's own time-out holds while it still connects; the SDK's begins after that.
    httpClient: createHttpClient(new Agent({ keepAlive: true, timeout: timeoutMs }), timeoutMs),
    appInfo: { name: 'pasarela', version: packageVersion },
    telemetry: false,
  });
};
