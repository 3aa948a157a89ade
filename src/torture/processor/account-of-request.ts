import { type Account, apiKeyIn, type FakeServer } from '../../simulator/server.js';
import type { ShopRequest } from './reverse-proxy.js';

type Keyed = Pick<ShopRequest, 'headers' | 'url' | 'body'>;

const formOf = ({ url, body }: Keyed): URLSearchParams =>
  new URLSearchParams(body.toString('utf8') || (url.split('?')[1] ?? ''));

/** The API key of a request; empty: it has none. */
export const keyOfRequest = (request: Keyed): string => {
  const header = apiKeyIn(request.headers.authorization ?? '');
  // Stripe.js puts it into the form.
  return header === '' ? (formOf(request).get('key') ?? '') : header;
};

/** The account that a request is for; `null`: the server refuses its key. */
export const accountOfRequest = (
  { account }: Pick<FakeServer, 'account'>,
  request: Keyed,
): Account | null => {
  const { headers } = request;
  const connected = headers['stripe-account'];
  const inForm =
    apiKeyIn(headers.authorization ?? '') === ''
      ? formOf(request).get('_stripe_account')
      : undefined;
  const named = typeof connected === 'string' ? connected : inForm;
  try {
    return account(keyOfRequest(request), named ?? undefined);
  } catch {
    return null;
  }
};
