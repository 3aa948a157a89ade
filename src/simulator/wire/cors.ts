import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';

/** The response to a preflight request, which asks whether a page may send another one; `null` for every other request. */
export const preflightResponse = (request: HttpRequest): HttpResponse | null => {
  if (request.method !== 'OPTIONS' || headerOf(request, 'access-control-request-method') === '') {
    return null;
  }
  const wanted = headerOf(request, 'access-control-request-headers');
  return {
    status: 204,
    headers: { 'access-control-allow-headers': wanted === '' ? undefined : wanted },
    body: '',
  };
};
