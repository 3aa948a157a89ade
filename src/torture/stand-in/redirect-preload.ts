import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

// Node loads this file into a shop before the shop's own code: `NODE_OPTIONS=--import file:///.../redirect-preload.js?port=...`. It
// connects the shop to the stand-in wherever the shop connects to Stripe. Node's `https`, `fetch` and `http2` call `tls.connect`,
// and so does each client that is built on them. It prints nothing, and imports only modules of Node.
const given = new URL(import.meta.url).searchParams;
const port = Number(given.get('port'));
const hosts = new Set(given.getAll('host'));
const ca = readFileSync(given.get('ca') ?? '');

const { connect } = tls;

// It takes (options), (port, options), (port, host, options) or (path, options), each with a callback.
const optionsOf = (args: ReadonlyArray<unknown>): Record<string, unknown> => {
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) ?? {};
  return typeof args[0] === 'object'
    ? { ...options }
    : { host: typeof args[1] === 'string' ? args[1] : undefined, port: args[0], ...options };
};

const redirected = (...args: ReadonlyArray<unknown>): unknown => {
  const options = optionsOf(args);
  const { host, socket } = options;
  // A connection with a socket of its own is already made, as through a proxy.
  if (typeof host !== 'string' || !hosts.has(host.toLowerCase()) || (socket ?? null) !== null) {
    return Reflect.apply(connect, tls, args);
  }
  return Reflect.apply(connect, tls, [
    {
      ...options,
      host: '127.0.0.1',
      port,
      path: undefined,
      servername: host,
      ca,
      secureContext: undefined,
    },
    ...args.filter((arg) => typeof arg === 'function'),
  ]);
};

Object.assign(tls, { connect: redirected });
syncBuiltinESMExports();
