import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from '../../adapters/inbound/http/server/listen.js';
import { createCertificates } from './certificates.js';

/** Takes the place of Stripe for shops that call `https://api.stripe.com` and take no other address. */
export type StandIn = {
  /** An HTTP proxy for `HTTPS_PROXY`, such as `http://127.0.0.1:40123`. It leads to the stand-in and to this machine alone. */
  readonly proxy: string;
  /** A PEM file with the certificate authority, for `NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`, `REQUESTS_CA_BUNDLE` or `CURL_CA_BUNDLE`. */
  readonly ca: string;
  /** A module that Node loads before the shop, for `NODE_OPTIONS=--import {redirect}`. It needs neither of the others. */
  readonly redirect: string;
  readonly close: () => Promise<void>;
};

// Servers call these. What browsers load, from js.stripe.com, has an address of its own at the local server.
const stripeHosts = ['api.stripe.com', 'files.stripe.com'];

const ownHosts = ['127.0.0.1', 'localhost', '[::1]'];

const noMatter = () => undefined;

/** Passes bytes on in both directions, and lets each connection end or break as the other one does. */
const joinConnections = (one: Duplex, other: Duplex): void => {
  pipeline(one, other, noMatter);
  pipeline(other, one, noMatter);
};

const start = async (server: Server) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
    });
  });
  const url = await listen(server, '127.0.0.1', 0);
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

const refusal = (status: string, message: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${message.length + 1}\r\nconnection: close\r\n\r\n${message}\n`;

/** Where `api.stripe.com:443` or an address of this machine leads to. `null`: somewhere else. */
const destinationOf = (authority: string, stripePort: number) => {
  if (!URL.canParse(`http://${authority}`)) return null;
  const { hostname, port } = new URL(`http://${authority}`);
  if (stripeHosts.includes(hostname) && port === '443') {
    return { host: '127.0.0.1', port: stripePort };
  }
  return ownHosts.includes(hostname)
    ? { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 80) }
    : null;
};

/** An HTTP proxy that leads Stripe's hosts to this port, and refuses all others but this machine, so that a test calls nobody else. */
const proxyTo = (port: number) => {
  const proxy = createProxy((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' });
    response.end('This proxy only takes CONNECT: set HTTPS_PROXY, not HTTP_PROXY.\n');
  });
  proxy.on('connect', ({ url = '' }, socket, head) => {
    const address = destinationOf(url, port);
    if (address === null) {
      socket.end(refusal('403 Forbidden', `A shop under test cannot call ${url}.`));
      return;
    }
    const upstream = connect(address);
    const fail = () => {
      socket.end(refusal('502 Bad Gateway', `${url} cannot be reached.`));
    };
    upstream.once('error', fail);
    socket.on('error', () => {
      upstream.destroy();
    });
    upstream.once('connect', () => {
      upstream.off('error', fail);
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) socket.unshift(head);
      joinConnections(socket, upstream);
    });
  });
  return proxy;
};

/** Starts a stand-in that passes everything on to `target`, an `http:` address of this machine. */
export const createStandIn = async ({ target }: { readonly target: string }): Promise<StandIn> => {
  const { hostname, port } = new URL(target);
  const { ca, certificate: cert, key } = createCertificates(stripeHosts);
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-stand-in-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, ca);
  const secure = await start(
    createTlsServer({ cert, key, ALPNProtocols: ['http/1.1'] }, (socket) => {
      joinConnections(socket, connect(Number(port), hostname));
    }),
  );
  const proxy = await start(proxyTo(secure.port));
  const redirect = new URL('./redirect-preload.js', import.meta.url);
  redirect.searchParams.set('port', String(secure.port));
  redirect.searchParams.set('ca', file);
  for (const host of stripeHosts) redirect.searchParams.append('host', host);
  return {
    proxy: proxy.url,
    ca: file,
    redirect: redirect.href,
    close: async () => {
      await Promise.all([secure.close(), proxy.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
