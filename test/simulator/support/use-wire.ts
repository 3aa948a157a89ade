import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import type { FakeServerOptions } from '../../../src/simulator/fake-server/fake-server-options.js';
import { type Answer, callAt } from '../../support/http/call.js';
import { at } from '../../support/json/at.js';

/** The form and the headers of a request. */
export type Request = {
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Send = (method: string, path: string, request?: Request) => Promise<Answer>;

/** A server to send raw requests to. */
export type Wire = {
  readonly server: FakeServer;
  /** Sends as the account of this name. */
  readonly as: (name: string) => Send;
  /** Sends the headers as given, without adding a key. */
  readonly send: Send;
};

/** A key of the account of this name. */
export const keyOf = (name: string, kind = 'sk'): string => [kind, 'test', name].join('_');

const wireTo = (server: FakeServer): Wire => {
  const call = callAt(server.url);
  const send: Send = (method, path, { form, headers = {} } = {}) =>
    call(method, path, {
      ...(form === undefined ? {} : { raw: form }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  return {
    server,
    send,
    as:
      (name) =>
      (method, path, { form, headers } = {}) =>
        send(method, path, {
          ...(form === undefined ? {} : { form }),
          headers: { authorization: `Bearer ${keyOf(name)}`, ...headers },
        }),
  };
};

/** The body of an error without `request_log_url`, which each request has its own of. */
export const withoutLogUrl = ({ body }: Pick<Answer, 'body'>): unknown => {
  const error = at(body, 'error');
  return {
    error: Object.fromEntries(
      Object.entries(Object(error)).filter(([name]) => name !== 'request_log_url'),
    ),
  };
};

/** The time of every test: 2026-05-28, in Unix seconds. */
export const noon = 1_780_000_000;

/** A server for the tests of a block. Each test uses its own accounts. */
export const useWire = (options: FakeServerOptions = {}): (() => Wire) => {
  const open: { wire?: Wire } = {};
  before(async () => {
    open.wire = wireTo(await startFakeServer({ seed: 'wire', clock: () => noon, ...options }));
  });
  after(() => open.wire?.server.close());
  return () => {
    if (open.wire === undefined) throw new Error('the server runs only inside the tests');
    return open.wire;
  };
};
