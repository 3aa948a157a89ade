import { type Account, apiKeyIn, type FakeServer } from '../../simulator/server.js';
import type { ShopRequest } from './reverse-proxy.js';

/** The account that a request is for; `null`: the server refuses its key. */
export const accountOfRequest = (
  { account }: Pick<FakeServer, 'account'>,
  { headers, url, body }: ShopRequest,
): Account | null => {
  const connected = headers['stripe-account'];
  const header = apiKeyIn(headers.authorization ?? '');
  // Stripe.js puts both into the form.
  const form = new URLSearchParams(
    header === '' ? body.toString('utf8') || (url.split('?')[1] ?? '') : '',
  );
  const key = header === '' ? (form.get('key') ?? '') : header;
  const named = typeof connected === 'string' ? connected : form.get('_stripe_account');
  try {
    return account(key, named ?? undefined);
  } catch {
    return null;
  }
};
