import * as E from 'fp-ts/lib/Either.js';
import type { HttpRequest } from '../../../src/adapters/inbound/http/core/message.js';

type Given = Partial<Omit<HttpRequest, 'readBody'>> & { readonly body?: Uint8Array };

/** A request without a server. */
export const requestWith = ({ body, ...given }: Given): HttpRequest => ({
  id: undefined,
  problem: undefined,
  method: 'GET',
  path: '/',
  querystring: '',
  query: {},
  headers: {},
  host: '',
  localAddress: '127.0.0.1',
  remoteAddress: '127.0.0.1',
  encrypted: false,
  hasBody: body !== undefined,
  parsedBody: undefined,
  valuesOf: () => [],
  readBody: async (limit) =>
    body === undefined || body.length <= limit
      ? E.right(body ?? Buffer.alloc(0))
      : E.left('too-large'),
  begin: () => true,
  giveUp: () => false,
  onClose: () => undefined,
  ...given,
});
