import { objectFields, textField } from '../../domain/input/json.js';
import type { StripeConfig } from '../config/processor.js';

// In milliseconds.
const patience = 10_000;

export type StripeResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly date: string | null;
  readonly version: string | null;
};

/** One request of the doctor, without retries. `form`: the parameters of a POST. */
export const askStripe = async (
  { baseUrl = 'https://api.stripe.com', secretKey, apiVersion }: StripeConfig,
  method: 'GET' | 'POST',
  path: string,
  form: Readonly<Record<string, string>> = {},
): Promise<StripeResponse> => {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  });
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A gateway that answers with a page.
  }
  const { headers, status } = response;
  return { status, body, date: headers.get('date'), version: headers.get('stripe-version') };
};

/** Why a request was refused. */
export const reasonIn = (body: unknown): string =>
  textField(objectFields(body)['error'], 'message') || 'no reason given';
