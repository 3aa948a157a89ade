import { asBearer } from '../../adapters/inbound/http/access/reference-access.js';
import { createMatcher, type Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';
import { objectFields } from '../../domain/input/json.js';

type Body = { readonly [key: string]: unknown };

/** A request to the interface that stands for a button: its path, and its body. */
type Asked = { readonly path: string; readonly body: Body };

type FindObject = (id: string) => object | null;

const chargeOf = (find: FindObject, payment: unknown): unknown =>
  objectFields(typeof payment === 'string' ? find(payment) : null)['latest_charge'];

// Other fields go along: the interface refuses those that it does not know.
const requests: {
  readonly [action: string]: (body: Body, find: FindObject) => Asked;
} = {
  refund: ({ id, ...rest }, find) => ({
    path: '/api/payments/refund',
    // An id without a charge is not found.
    body: { ...rest, chargeId: chargeOf(find, id) ?? id },
  }),
  capture: ({ id, ...rest }) => ({
    path: '/api/payments/capture',
    body: { ...rest, paymentId: id },
  }),
  cancel: ({ id, ...rest }) => ({ path: '/api/payments/cancel', body: { ...rest, paymentId: id } }),
  resend: ({ id, ...rest }) => ({
    path: `/api/events/${encodeURIComponent(typeof id === 'string' ? id : '')}/replay`,
    body: rest,
  }),
};

const asked = (request: HttpRequest, { path, body }: Asked): HttpRequest => ({
  id: request.id,
  problem: request.problem,
  method: 'POST',
  path,
  querystring: '',
  query: {},
  headers: {
    ...request.headers,
    authorization: asBearer(headerOf(request, 'authorization')),
  },
  host: request.host,
  localAddress: request.localAddress,
  remoteAddress: request.remoteAddress,
  encrypted: request.encrypted,
  hasBody: true,
  parsedBody: { value: body, raw: undefined },
  via: 'console',
  valuesOf: (header) => request.valuesOf(header),
  readBody: (limit) => request.readBody(limit),
  begin: () => request.begin(),
  giveUp: () => request.giveUp(),
  onClose: (listener) => request.onClose(listener),
});

/** Does what a button says through the interface. `undefined`: the interface has nothing of this name. */
export type AskInterface = (
  request: HttpRequest,
  action: string,
  body: Body,
  find: FindObject,
) => HttpResponse | Promise<HttpResponse> | undefined;

/**
 * Lets buttons of the console be requests to the interface, in the name of the client whose key the browser has: the same scopes,
 * limits, checks and lines in the audit log hold as for programs.
 */
export const interfaceActions = (endpoints: ReadonlyArray<Endpoint>): AskInterface => {
  const match = createMatcher(endpoints);
  return (request, action, body, find) => {
    const ask = Object.hasOwn(requests, action) ? requests[action]?.(body, find) : undefined;
    const found = ask === undefined ? undefined : match('POST', ask.path);
    return ask === undefined || found === undefined
      ? undefined
      : found.endpoint.handle(asked(request, ask), found.params);
  };
};
